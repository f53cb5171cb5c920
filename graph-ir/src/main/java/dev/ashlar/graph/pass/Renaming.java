// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Values that are replaced by others while a pass goes through a graph.
final class Renaming {
    private final Map<String, String> replacements = new HashMap<>();

    void replace(String name, String by) {
        replacements.put(name, of(by));
    }

    String of(String name) {
        return replacements.getOrDefault(name, name);
    }

    Node apply(Node node) {
        return node.withOperands(node.operands().stream().map(this::of).toList());
    }

    /// Returns the graph with new operations and its results renamed.
    Graph apply(Graph graph, List<Node> load, List<Node> body) {
        List<Value> results = graph.results().stream()
                .map(value -> new Value(of(value.name()), value.type(), value.position()))
                .toList();
        return new Graph(graph.name(), graph.params(), graph.states(), load, body, results, graph.position());
    }
}
