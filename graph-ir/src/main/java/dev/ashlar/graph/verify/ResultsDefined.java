// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.Map;

/// There is a result, and every result is a defined value of the declared type.
final class ResultsDefined implements Invariant {
    @Override
    public Stage since() {
        return Stage.RESOLVED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        if (graph.results().isEmpty()) {
            violations.add(graph.position(), "graph '%s' has no result", graph.name());
        }
        Map<String, TensorType> types = graph.types();
        for (Value result : graph.results()) {
            TensorType type = types.get(result.name());
            if (type == null) {
                violations.add(result.position(), "result '%s' is not defined", result.name());
            } else if (!type.equals(result.type())) {
                violations.add(
                        result.position(),
                        "result '%s' is %s, expected %s as declared",
                        result.name(),
                        type,
                        result.type());
            }
        }
    }
}
