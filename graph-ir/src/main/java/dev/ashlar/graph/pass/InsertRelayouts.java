// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Pass `insert-relayouts`: gives every kernel the layout that its key declares, by one `relayout` in `load` per weight
/// and layout class.
///
/// ```text
/// load {
///   w: q8_0[64, 96] row_major = weight("w")
/// }
/// t0: f32[T, 64] = linear(x, w) {kernel = "linear.q8_0.input_block_major.vector"}
/// ```
/// becomes
/// ```text
/// load {
///   w: q8_0[64, 96] row_major = weight("w")
///   w.k: q8_0[64, 96] input_block_major = relayout(w)  // 6,528 bytes
/// }
/// t0: f32[T, 64] = linear(x, w.k) {kernel = "linear.q8_0.input_block_major.vector"}
/// ```
final class InsertRelayouts implements Pass {
    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<String, TensorType> types = graph.types();
        Set<String> names = new HashSet<>(types.keySet());
        Map<String, Map<LayoutClass, Node>> relayouts = new LinkedHashMap<>();
        Map<String, Node> weights = new HashMap<>();
        graph.load().forEach(node -> weights.put(node.name(), node));
        List<Node> body = new ArrayList<>();
        for (Node node : graph.body()) {
            Optional<KernelDescriptor> kernel = node.attributes().has(Node.KERNEL)
                    ? context.compile().registry().byName(node.attributes().text(Node.KERNEL))
                    : Optional.empty();
            List<String> operands = new ArrayList<>(node.operands());
            for (int i = 0; kernel.isPresent() && i < operands.size(); i++) {
                OperandKey wanted = kernel.get().key().operands().get(i);
                Node weight = weights.get(operands.get(i));
                if (weight != null && weight.type().layout() != wanted.layout()) {
                    Node relayout = relayouts
                            .computeIfAbsent(weight.name(), key -> new LinkedHashMap<>())
                            .computeIfAbsent(wanted.layout(), layout -> relayout(weight, layout, names));
                    operands.set(i, relayout.name());
                }
            }
            body.add(node.withOperands(operands));
        }
        List<Node> load = new ArrayList<>();
        for (Node node : graph.load()) {
            load.add(node);
            load.addAll(relayouts.getOrDefault(node.name(), Map.of()).values());
        }
        return graph.withNodes(load, body);
    }

    private static Node relayout(Node weight, LayoutClass layout, Set<String> names) {
        int tile = layout.rowTile();
        String base = weight.name() + ".k" + (tile == 1 ? "" : tile);
        String name = base;
        for (int i = 1; !names.add(name); i++) {
            name = base + "." + i;
        }
        return new Node(
                name,
                weight.type().withLayout(layout),
                "relayout",
                List.of(weight.name()),
                Attributes.NONE,
                weight.position());
    }
}
