// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.runtime.kernel.KernelRegistry;

/// Every operation of the body names a registered kernel of its own, unless its result is its operand's memory.
final class KernelsChosen implements Invariant {
    @Override
    public Stage since() {
        return Stage.SELECTED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        for (Node node : graph.body()) {
            if (Ops.find(node.op()).filter(op -> !op.is(Op.Trait.ALIAS)).isPresent()) {
                check(node, registry, violations);
            }
        }
    }

    private static void check(Node node, KernelRegistry registry, Violations violations) {
        if (!node.attributes().has(Node.KERNEL)) {
            violations.add(node.position(), "'%s' names no kernel", node.name());
            return;
        }
        String kernel = node.attributes().text(Node.KERNEL);
        boolean fits = registry.byName(kernel)
                .filter(descriptor -> descriptor.key().op().equals(node.op()))
                .isPresent();
        if (!fits) {
            violations.add(
                    node.position(), "'%s' names '%s', which is no kernel of %s", node.name(), kernel, node.op());
        }
    }
}
