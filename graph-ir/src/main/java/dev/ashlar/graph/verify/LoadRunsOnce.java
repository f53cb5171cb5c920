// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.runtime.kernel.KernelRegistry;

/// `weight`, `constant` and `relayout` are in `load` and nothing else is, so that no step can contain a copy.
final class LoadRunsOnce implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        for (Node node : graph.load()) {
            if (!runsOnce(node) && Ops.find(node.op()).isPresent()) {
                violations.add(node.position(), "'%s' in load, expected weight, constant or relayout", node.op());
            }
        }
        for (Node node : graph.body()) {
            if (runsOnce(node)) {
                violations.add(node.position(), "'%s' in the body, expected it in load", node.op());
            }
        }
    }

    private static boolean runsOnce(Node node) {
        return Ops.find(node.op()).filter(op -> op.is(Op.Trait.LOAD)).isPresent();
    }
}
