// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A state is an operand only where an operation writes it, and nothing else is an operand there.
final class StatesAtStateOperands implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        Set<String> states = graph.states().stream().map(Value::name).collect(Collectors.toSet());
        for (Node node : graph.body()) {
            Optional<Op> op = Ops.find(node.op());
            for (int i = 0; op.isPresent() && i < node.operands().size(); i++) {
                String operand = node.operands().get(i);
                boolean taken = op.get().takesState(i);
                if (taken != states.contains(operand)) {
                    violations.add(
                            node.position(),
                            taken
                                    ? "operand '%s' of '%s' is no state, expected one"
                                    : "operand '%s' of '%s' is a state",
                            operand,
                            node.name());
                }
            }
        }
        for (Value result : graph.results()) {
            if (states.contains(result.name())) {
                violations.add(result.position(), "result '%s' is a state", result.name());
            }
        }
    }
}
