// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.HashSet;
import java.util.Set;

/// Every symbolic size is bound by a parameter; weights and states have none.
final class SymbolsBoundByParameters implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        Set<Dim> bound = new HashSet<>();
        graph.params().forEach(value -> bound.addAll(value.type().dims()));
        Set<Dim> none = Set.of();
        graph.states().forEach(value -> check(value.type(), value.position(), none, violations));
        graph.load().forEach(node -> check(node.type(), node.position(), none, violations));
        graph.body().forEach(node -> check(node.type(), node.position(), bound, violations));
        graph.results().forEach(value -> check(value.type(), value.position(), bound, violations));
    }

    private static void check(TensorType type, Position position, Set<Dim> bound, Violations violations) {
        for (Dim dim : type.dims()) {
            if (dim instanceof Dim.Symbol && !bound.contains(dim)) {
                violations.add(
                        position,
                        bound.isEmpty()
                                ? "symbol '%s' in %s, expected fixed sizes"
                                : "symbol '%s' in %s is bound by no" + " parameter",
                        dim,
                        type);
            }
        }
    }
}
