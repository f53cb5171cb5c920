// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.source.SourceSection;
import java.util.List;

/// A lowered graph: what all its instances have in common.
///
/// @param name of the graph
/// @param symbols names of the sizes that are bound at every call
/// @param values parameters first, in their order; an alias comes after its target
/// @param parameters how many of the values are parameters
/// @param steps operations in the order of execution
/// @param results indices of the values that a call returns
/// @param source the declaration of the graph
public record GraphPlan(
        String name,
        List<String> symbols,
        List<ValuePlan> values,
        int parameters,
        List<StepPlan> steps,
        List<Integer> results,
        SourceSection source) {
    /// The most operations of a graph that is compiled as a whole, with its sizes as constants. A longer one is
    /// a loop over kernels of any size: compiling a kernel costs seconds when the compiler is cold, and the
    /// constants of a matrix save nothing that counts.
    public static final int SMALL_OPERATIONS = 48;

    /// Copies the lists.
    public GraphPlan {
        symbols = List.copyOf(symbols);
        values = List.copyOf(values);
        steps = List.copyOf(steps);
        results = List.copyOf(results);
    }

    /// Returns the size of all weights, in each arrangement that the graph reads or makes.
    ///
    /// @return bytes
    public long weightBytes() {
        int[] none = {};
        return values.stream()
                .filter(value -> value.place() instanceof Place.Weight)
                .mapToLong(value -> value.bytes(value.shape(none)))
                .sum();
    }
}
