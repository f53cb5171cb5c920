// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.op.Inferred;
import dev.ashlar.graph.op.OpException;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Operands and attributes fit the operation, the declared type is the one that its rule gives, and attributes are
/// complete.
final class TypesAgree implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        Map<String, TensorType> types = graph.types();
        graph.load().forEach(node -> check(node, types, violations));
        graph.body().forEach(node -> check(node, types, violations));
    }

    private static void check(Node node, Map<String, TensorType> types, Violations violations) {
        if (Ops.find(node.op()).isEmpty() || !types.keySet().containsAll(node.operands())) {
            return;
        }
        List<TensorType> operands = node.operands().stream().map(types::get).toList();
        try {
            Inferred inferred = Ops.of(node).infer(operands, node.attributes(), Optional.of(node.type()));
            if (!inferred.type().equals(node.type())) {
                violations.add(node.position(), "'%s' is %s, expected %s", node.name(), node.type(), inferred.type());
            } else if (!inferred.attributes().equals(node.attributes())) {
                violations.add(
                        node.position(),
                        "attributes of '%s' are %s, expected %s",
                        node.name(),
                        node.attributes().values(),
                        inferred.attributes().values());
            }
        } catch (OpException e) {
            violations.add(node.position(), "%s", e.getMessage());
        } catch (ArithmeticException e) {
            violations.add(node.position(), "%s: a size exceeds 64 bits", node.op());
        }
    }
}
