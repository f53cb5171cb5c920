// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.HashSet;
import java.util.Set;

/// Every operand is defined before it is used; what runs once uses only what runs once.
final class DefinedBeforeUse implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        Set<String> defined = new HashSet<>();
        for (Node node : graph.load()) {
            check(node, defined, violations);
        }
        graph.params().forEach(value -> defined.add(value.name()));
        graph.states().forEach(value -> defined.add(value.name()));
        for (Node node : graph.body()) {
            check(node, defined, violations);
        }
    }

    private static void check(Node node, Set<String> defined, Violations violations) {
        for (String operand : node.operands()) {
            if (!defined.contains(operand)) {
                violations.add(
                        node.position(),
                        "operand '%s' of '%s' is not defined before it%s",
                        operand,
                        node.name(),
                        Nearest.hint(operand, defined));
            }
        }
        defined.add(node.name());
    }
}
