// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.op.OpException;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.graph.verify.Stage;
import dev.ashlar.graph.verify.Verifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks a graph that is flat already, and completes its attributes.
final class FlatResolver {
    private FlatResolver() {}

    static Graph resolve(Graph graph, PassContext context) {
        Map<String, TensorType> types = graph.types();
        Graph complete = graph.withNodes(
                graph.load().stream().map(node -> complete(node, types)).toList(),
                graph.body().stream().map(node -> complete(node, types)).toList());
        complete.load().forEach(node -> checkWeight(node, context));
        context.diagnostics()
                .addAll(Verifier.verify(
                        complete, Stage.RESOLVED, context.compile().registry()));
        return complete;
    }

    /// Fills in defaults; what does not fit is left for the verifier.
    private static Node complete(Node node, Map<String, TensorType> types) {
        if (Ops.find(node.op()).isEmpty() || !types.keySet().containsAll(node.operands())) {
            return node;
        }
        List<TensorType> operands = node.operands().stream().map(types::get).toList();
        try {
            return node.withAttributes(Ops.of(node)
                    .infer(operands, node.attributes(), Optional.of(node.type()))
                    .attributes());
        } catch (OpException | ArithmeticException e) {
            return node;
        }
    }

    private static void checkWeight(Node node, PassContext context) {
        WeightSource source = context.compile().weights();
        if (!node.op().equals("weight") || !node.attributes().has("name") || source == WeightSource.NONE) {
            return;
        }
        String name = node.attributes().text("name");
        Optional<TensorType> found = source.find(name);
        if (found.isEmpty()) {
            context.diagnostics()
                    .add(
                            node.position(),
                            "no weight '%s' in the file%s".formatted(name, Nearest.hint(name, source.names())));
        } else if (!found.get().equals(node.type())) {
            context.diagnostics()
                    .add(
                            node.position(),
                            "weight '%s' is %s, expected %s as declared".formatted(name, found.get(), node.type()));
        }
    }
}
