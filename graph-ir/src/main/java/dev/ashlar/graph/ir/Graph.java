// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import dev.ashlar.graph.syntax.Position;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A flat typed graph.
///
/// @param name of the graph
/// @param params what every call passes, in order
/// @param states tensors that live across calls, zero at first
/// @param load operations that run once: `weight`, `constant`, `relayout`
/// @param body operations that run at every call, in this order
/// @param results the values that a call returns, with their declared types
/// @param position where the graph is declared
public record Graph(
        String name,
        List<Value> params,
        List<Value> states,
        List<Node> load,
        List<Node> body,
        List<Value> results,
        Position position) {
    /// Copies the lists.
    public Graph {
        params = List.copyOf(params);
        states = List.copyOf(states);
        load = List.copyOf(load);
        body = List.copyOf(body);
        results = List.copyOf(results);
    }

    /// Returns a copy with other operations.
    ///
    /// @param otherLoad operations that run once
    /// @param otherBody operations that run at every call
    /// @return the copy
    public Graph withNodes(List<Node> otherLoad, List<Node> otherBody) {
        return new Graph(name, params, states, otherLoad, otherBody, results, position);
    }

    /// Returns the types of all values: parameters, states, load, body.
    ///
    /// @return by name, in the order of definition; the first definition counts
    public Map<String, TensorType> types() {
        Map<String, TensorType> types = new LinkedHashMap<>();
        params.forEach(value -> types.putIfAbsent(value.name(), value.type()));
        states.forEach(value -> types.putIfAbsent(value.name(), value.type()));
        load.forEach(node -> types.putIfAbsent(node.name(), node.type()));
        body.forEach(node -> types.putIfAbsent(node.name(), node.type()));
        return types;
    }

    /// Returns the size of the copies that `load` makes.
    ///
    /// @return bytes of all relayouts, each weight and layout counted once
    public long relayoutBytes() {
        return load.stream()
                .filter(node -> node.op().equals("relayout"))
                .mapToLong(node -> Sizes.bytes(node.type(), 1))
                .sum();
    }

    /// Returns the IR text, which a script parser reads back to an equal graph.
    @Override
    public String toString() {
        return Printer.print(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Graph graph
                && name.equals(graph.name)
                && params.equals(graph.params)
                && states.equals(graph.states)
                && load.equals(graph.load)
                && body.equals(graph.body)
                && results.equals(graph.results);
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(name, params, states, load, body, results);
    }
}
