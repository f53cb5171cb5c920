// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import dev.ashlar.language.node.AshlarException;
import dev.ashlar.language.node.GraphPlan;
import dev.ashlar.language.node.ValuePlan;
import dev.ashlar.language.node.ValuePlan.Size;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the symbolic sizes of a call, and refuses arguments whose shapes do not fit. One serves all calls of a
/// graph, which leave little garbage so.
final class Binding {
    private final GraphPlan plan;
    private final int[] symbols;
    private final String[] boundBy;

    Binding(GraphPlan plan) {
        this.plan = plan;
        symbols = new int[plan.symbols().size()];
        boundBy = new String[symbols.length];
    }

    /// Binds the symbols by the shapes of all arguments, those that have a shape of their own first.
    ///
    /// @param arguments one per parameter
    /// @return a size per symbol; overwritten by the next call
    int[] bind(Argument[] arguments) {
        Arrays.fill(symbols, 0);
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].isFlat()) {
                bindShape(plan.values().get(i), arguments[i].shape());
            }
        }
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].isFlat()) {
                ValuePlan parameter = plan.values().get(i);
                bindFlat(parameter, arguments[i].elements(parameter.format()));
            }
        }
        return symbols;
    }

    private void bindShape(ValuePlan parameter, int[] shape) {
        if (shape.length != parameter.dims().size()) {
            throw new AshlarException("parameter '%s': found %d axes %s, expected %d %s"
                    .formatted(
                            parameter.name(),
                            shape.length,
                            Arrays.toString(shape),
                            parameter.dims().size(),
                            expected(parameter)));
        }
        for (int axis = 0; axis < shape.length; axis++) {
            Size size = parameter.dims().get(axis);
            if (size.isSymbol()) {
                bindSymbol(parameter, shape, size.symbol(), shape[axis]);
            } else if (size.fixed() != shape[axis]) {
                throw new AshlarException("parameter '%s': found shape %s, expected %s"
                        .formatted(parameter.name(), Arrays.toString(shape), expected(parameter)));
            }
        }
    }

    private void bindSymbol(ValuePlan parameter, int[] shape, int symbol, int found) {
        if (found == 0) {
            throw new AshlarException("parameter '%s': found shape %s, expected at least one element on each axis of %s"
                    .formatted(parameter.name(), Arrays.toString(shape), expected(parameter)));
        }
        if (symbols[symbol] != 0 && symbols[symbol] != found) {
            throw new AshlarException("parameter '%s': found shape %s, expected %s with %s = %d as in parameter '%s'"
                    .formatted(
                            parameter.name(),
                            Arrays.toString(shape),
                            expected(parameter),
                            plan.symbols().get(symbol),
                            symbols[symbol],
                            boundBy[symbol]));
        }
        symbols[symbol] = found;
        boundBy[symbol] = parameter.name();
    }

    private void bindFlat(ValuePlan parameter, long elements) {
        long known = 1;
        int unknown = -1;
        for (int axis = 0; axis < parameter.dims().size(); axis++) {
            Size size = parameter.dims().get(axis);
            int factor = size.isSymbol() ? symbols[size.symbol()] : (int) size.fixed();
            if (factor != 0) {
                known *= factor;
            } else if (unknown == -1) {
                unknown = size.symbol();
            } else {
                throw new AshlarException(
                        "parameter '%s': a buffer of %d elements has no shape, and more than one size of %s is unknown: pass a nested array or a tensor"
                                .formatted(parameter.name(), elements, expected(parameter)));
            }
        }
        if (unknown == -1 ? elements != known : elements == 0 || elements % known != 0) {
            throw new AshlarException("parameter '%s': found a buffer of %d elements, expected %s%d for %s"
                    .formatted(
                            parameter.name(),
                            elements,
                            unknown == -1 ? "" : "a multiple of ",
                            known,
                            expected(parameter)));
        }
        if (unknown >= 0) {
            symbols[unknown] = Math.toIntExact(elements / known);
            boundBy[unknown] = parameter.name();
        }
    }

    private String expected(ValuePlan parameter) {
        List<String> names = plan.symbols();
        return parameter.dims().stream()
                .map(size -> size.isSymbol() ? names.get(size.symbol()) : Long.toString(size.fixed()))
                .collect(Collectors.joining(", ", parameter.format().spelling() + "[", "]"));
    }
}
