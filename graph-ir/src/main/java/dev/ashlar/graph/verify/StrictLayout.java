// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.OperandKey;
import java.util.List;
import java.util.Map;

/// Every operand has the format and the layout class that its kernel's key declares.
final class StrictLayout implements Invariant {
    @Override
    public Stage since() {
        return Stage.RELAID_OUT;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        Map<String, TensorType> types = graph.types();
        for (Node node : graph.body()) {
            if (node.attributes().has(Node.KERNEL) && types.keySet().containsAll(node.operands())) {
                registry.byName(node.attributes().text(Node.KERNEL))
                        .ifPresent(kernel -> check(node, kernel.key().operands(), types, violations));
            }
        }
    }

    private static void check(Node node, List<OperandKey> key, Map<String, TensorType> types, Violations violations) {
        String kernel = node.attributes().text(Node.KERNEL);
        if (key.size() != node.operands().size()) {
            violations.add(
                    node.position(),
                    "'%s' has %d operands, '%s' reads %d",
                    node.name(),
                    node.operands().size(),
                    kernel,
                    key.size());
            return;
        }
        for (int i = 0; i < key.size(); i++) {
            String operand = node.operands().get(i);
            OperandKey found = types.get(operand).key();
            if (!found.equals(key.get(i))) {
                violations.add(
                        node.position(),
                        "operand '%s' of '%s' is %s %s, '%s' reads %s %s",
                        operand,
                        node.name(),
                        found.format().spelling(),
                        found.layout().spelling(),
                        kernel,
                        key.get(i).format().spelling(),
                        key.get(i).layout().spelling());
            }
        }
    }
}
