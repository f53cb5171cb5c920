// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.runtime.format.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Puts the inputs of a run into the order of the graph's parameters.
final class Inputs {
    private final Graph graph;
    private final Map<String, InputSpec> byName = new LinkedHashMap<>();
    private final Map<String, Long> symbols;

    /// @param sizes of symbols that no input tells
    Inputs(Graph graph, List<InputSpec> inputs, Map<String, Long> sizes) {
        this.graph = graph;
        this.symbols = new LinkedHashMap<>(sizes);
        for (InputSpec input : inputs) {
            if (byName.put(input.name(), input) != null) {
                throw new UserException("input '%s' is given twice".formatted(input.name()));
            }
        }
    }

    /// Returns one tensor per parameter. A symbol that nothing tells is 1.
    List<HostTensor> tensors() {
        List<String> names = graph.params().stream().map(Value::name).toList();
        for (String name : byName.keySet()) {
            if (!names.contains(name)) {
                throw new UserException("no parameter '%s' in graph '%s', expected %s"
                        .formatted(name, graph.name(), parameters(graph.params())));
            }
        }
        List<Value> missing = graph.params().stream()
                .filter(parameter -> !byName.containsKey(parameter.name()))
                .toList();
        if (!missing.isEmpty()) {
            throw new UserException("no input for %s: give --input %s=..."
                    .formatted(parameters(missing), missing.getFirst().name()));
        }
        graph.params().forEach(this::bindGiven);
        return graph.params().stream().map(this::tensor).toList();
    }

    private void bindGiven(Value parameter) {
        if (!(byName.get(parameter.name()).source() instanceof InputSpec.Source.Given given)) {
            return;
        }
        long[] shape = given.tensor().shape();
        for (int axis = 0; axis < Math.min(shape.length, parameter.type().rank()); axis++) {
            if (parameter.type().dim(axis) instanceof Dim.Symbol symbol) {
                symbols.putIfAbsent(symbol.name(), shape[axis]);
            }
        }
    }

    private HostTensor tensor(Value parameter) {
        InputSpec input = byName.get(parameter.name());
        if (input.source() instanceof InputSpec.Source.Noise && parameter.type().format() == Format.I32) {
            throw new UserException("input '%s': random numbers lie between -1 and 1, and it takes integers: give them"
                    .formatted(parameter.name()));
        }
        long[] shape = parameter.type().dims().stream().mapToLong(this::size).toArray();
        HostTensor tensor = input.tensor(shape);
        return parameter.type().format() == Format.I32
                ? tensor.asIntegers("input '%s'".formatted(input.name()))
                : tensor;
    }

    private long size(Dim dim) {
        return switch (dim) {
            case Dim.Fixed fixed -> fixed.size();
            case Dim.Symbol symbol -> symbols.getOrDefault(symbol.name(), 1L);
        };
    }

    private static String parameters(List<Value> parameters) {
        return parameters.stream()
                .map(parameter -> "'%s' (%s)".formatted(parameter.name(), parameter.type()))
                .collect(Collectors.joining(", "));
    }
}
