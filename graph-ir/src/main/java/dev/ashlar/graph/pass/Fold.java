// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.kernel.Attributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pass `fold`: computes what is constant and drops what does nothing, as far as the result keeps its bits.
///
/// ```text
/// a: f32[T, 4] = scale(x) {factor = 1.0}
/// b: f32[T, 4] = narrow(a) {axis = 1, from = 0, size = 4}
/// c: f32[T, 4] = silu(b)
/// ```
/// becomes
/// ```text
/// c: f32[T, 4] = silu(x)
/// ```
final class Fold implements Pass {
    @Override
    public Graph run(Graph graph, PassContext context) {
        return new Folding(graph).fold();
    }

    private static final class Folding {
        private final Graph graph;
        private final Map<String, TensorType> types;
        private final Map<String, Node> definitions = new HashMap<>();
        private final Renaming renaming = new Renaming();
        private final List<Node> load;
        private final List<Node> body = new ArrayList<>();

        Folding(Graph graph) {
            this.graph = graph;
            this.types = graph.types();
            this.load = new ArrayList<>(graph.load());
            load.forEach(node -> definitions.put(node.name(), node));
        }

        Graph fold() {
            for (Node node : graph.body()) {
                fold(renaming.apply(node));
            }
            return renaming.apply(graph, load, body);
        }

        private void fold(Node node) {
            if (node.attributes().has(Node.KERNEL)) {
                keep(node);
                return;
            }
            Optional<Double> value = ConstantFolding.value(node, definitions);
            if (value.isPresent()) {
                Attributes attributes = Attributes.of(Map.of("value", value.get()));
                Node constant = new Node(node.name(), node.type(), "constant", List.of(), attributes, node.position());
                load.add(constant);
                definitions.put(constant.name(), constant);
                return;
            }
            Node current = node;
            Optional<Node> simpler = Simplification.rewrite(current, definitions);
            while (simpler.isPresent()) {
                current = simpler.get();
                simpler = Simplification.rewrite(current, definitions);
            }
            Optional<String> same = Simplification.sameAs(current, definitions, types);
            if (same.isPresent()) {
                renaming.replace(node.name(), same.get());
            } else {
                keep(current);
            }
        }

        private void keep(Node node) {
            body.add(node);
            definitions.put(node.name(), node);
        }
    }
}
