// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.language.interop.Mapping;
import dev.ashlar.language.node.AshlarException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the second argument of `load`: overrides of the options that a script declares.
final class ScriptOptions {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    private ScriptOptions() {}

    static Map<String, Object> read(Object value, Script script) {
        if (!Mapping.is(value)) {
            throw new AshlarException("load: found %s, expected a mapping of the options %s"
                    .formatted(INTEROP.toDisplayString(value, false), script.optionNames()));
        }
        Map<String, Object> options = new LinkedHashMap<>();
        List<String> known = script.optionNames();
        Mapping.read(value).forEach((name, option) -> {
            if (!known.contains(name)) {
                throw new AshlarException("load: found an option '%s', expected one of %s".formatted(name, known));
            }
            options.put(name, staged(name, option));
        });
        return options;
    }

    private static Object staged(String name, Object value) {
        try {
            if (INTEROP.isString(value)) {
                return INTEROP.asString(value);
            }
            if (INTEROP.isBoolean(value)) {
                return INTEROP.asBoolean(value);
            }
            if (INTEROP.fitsInLong(value)) {
                return INTEROP.asLong(value);
            }
            if (INTEROP.fitsInDouble(value)) {
                return INTEROP.asDouble(value);
            }
        } catch (InteropException e) {
            throw new IllegalStateException(e);
        }
        throw new AshlarException("load: option '%s' is %s, expected a number, a text or a truth value"
                .formatted(name, INTEROP.toDisplayString(value, false)));
    }
}
