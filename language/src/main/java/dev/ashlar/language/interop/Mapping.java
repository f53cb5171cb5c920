// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import dev.ashlar.language.node.AshlarException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads a Java map, a Python dictionary or a JavaScript object.
public final class Mapping {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    private Mapping() {}

    /// Tells whether a value maps names to values.
    ///
    /// @param value of any language
    /// @return true for a map, a dictionary, an object
    public static boolean is(Object value) {
        return INTEROP.hasHashEntries(value) || INTEROP.hasMembers(value) && !INTEROP.isExecutable(value);
    }

    /// Reads all entries.
    ///
    /// @param value a mapping
    /// @return in its order
    public static Map<String, Object> read(Object value) {
        try {
            return INTEROP.hasHashEntries(value) ? ofHash(value) : ofMembers(value);
        } catch (InteropException e) {
            throw new AshlarException("a mapping cannot be read: " + e.getMessage());
        }
    }

    private static Map<String, Object> ofHash(Object value) throws InteropException {
        Map<String, Object> entries = new LinkedHashMap<>();
        Object iterator = INTEROP.getHashEntriesIterator(value);
        while (INTEROP.hasIteratorNextElement(iterator)) {
            Object entry;
            try {
                entry = INTEROP.getIteratorNextElement(iterator);
            } catch (StopIterationException e) {
                break;
            }
            Object key = INTEROP.readArrayElement(entry, 0);
            if (!INTEROP.isString(key)) {
                throw new AshlarException(
                        "found the key %s, expected a name".formatted(INTEROP.toDisplayString(key, false)));
            }
            entries.put(INTEROP.asString(key), INTEROP.readArrayElement(entry, 1));
        }
        return entries;
    }

    private static Map<String, Object> ofMembers(Object value) throws InteropException {
        Map<String, Object> entries = new LinkedHashMap<>();
        Object names = INTEROP.getMembers(value);
        for (long i = 0; i < INTEROP.getArraySize(names); i++) {
            String name = INTEROP.asString(INTEROP.readArrayElement(names, i));
            entries.put(name, INTEROP.readMember(value, name));
        }
        return entries;
    }
}
