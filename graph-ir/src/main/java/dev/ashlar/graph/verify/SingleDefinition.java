// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.HashSet;
import java.util.Set;

/// Every value is defined once.
final class SingleDefinition implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        Set<String> names = new HashSet<>();
        graph.params().forEach(value -> define(names, value.name(), value.position(), violations));
        graph.states().forEach(value -> define(names, value.name(), value.position(), violations));
        graph.load().forEach(node -> define(names, node.name(), node.position(), violations));
        graph.body().forEach(node -> define(names, node.name(), node.position(), violations));
    }

    private static void define(Set<String> names, String name, Position position, Violations violations) {
        if (!names.add(name)) {
            violations.add(position, "'%s' is defined twice", name);
        }
    }
}
