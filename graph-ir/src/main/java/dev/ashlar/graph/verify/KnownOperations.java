// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.runtime.kernel.KernelRegistry;

/// Every operation is in the table of operations.
final class KnownOperations implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        graph.load().forEach(node -> check(node, violations));
        graph.body().forEach(node -> check(node, violations));
    }

    private static void check(Node node, Violations violations) {
        if (Ops.find(node.op()).isEmpty()) {
            violations.add(node.position(), "no operation '%s'%s", node.op(), Nearest.hint(node.op(), Ops.names()));
        }
    }
}
