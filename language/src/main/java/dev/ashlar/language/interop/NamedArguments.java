// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.language.node.AshlarException;
import dev.ashlar.language.node.GraphPlan;
import dev.ashlar.language.node.ValuePlan;
import java.util.List;
import java.util.Map;

/// Puts the arguments of a call into the order of the parameters.
final class NamedArguments {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    private NamedArguments() {}

    static Object[] order(GraphPlan plan, Object[] arguments) {
        if (arguments.length == 1 && isMapping(arguments[0])) {
            return ofMapping(plan, Mapping.read(arguments[0]));
        }
        requireCount(plan.name(), plan.parameters(), arguments);
        return arguments;
    }

    private static boolean isMapping(Object value) {
        return !(value instanceof TensorValue)
                && !INTEROP.isNumber(value)
                && !INTEROP.hasArrayElements(value)
                && !INTEROP.hasBufferElements(value)
                && Mapping.is(value);
    }

    private static Object[] ofMapping(GraphPlan plan, Map<String, Object> named) {
        List<String> names = plan.values().subList(0, plan.parameters()).stream()
                .map(ValuePlan::name)
                .toList();
        for (String name : named.keySet()) {
            if (!names.contains(name)) {
                throw new AshlarException(
                        "%s: found an input '%s', expected the parameters %s".formatted(plan.name(), name, names));
            }
        }
        Object[] ordered = new Object[names.size()];
        for (int i = 0; i < ordered.length; i++) {
            ordered[i] = named.get(names.get(i));
            if (ordered[i] == null) {
                throw new AshlarException(
                        "%s: input '%s' is missing, found %s".formatted(plan.name(), names.get(i), named.keySet()));
            }
        }
        return ordered;
    }

    static void requireCount(String name, int expected, Object[] arguments) {
        if (arguments.length != expected) {
            throw new AshlarException(
                    "%s: found %d arguments, expected %d".formatted(name, arguments.length, expected));
        }
    }
}
