// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Sizes;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.runtime.kernel.KernelRegistry;

/// The size of every value can be counted in 64 bits.
final class SizesFit implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        graph.params().forEach(value -> check(value.type(), value.position(), violations));
        graph.states().forEach(value -> check(value.type(), value.position(), violations));
        graph.load().forEach(node -> check(node.type(), node.position(), violations));
        graph.body().forEach(node -> check(node.type(), node.position(), violations));
    }

    private static void check(TensorType type, Position position, Violations violations) {
        if (!Sizes.fit(type)) {
            violations.add(position, "the size of %s exceeds 64 bits", type);
        }
    }
}
