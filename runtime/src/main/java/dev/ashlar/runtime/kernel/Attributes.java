// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The named constants of an operation, `{eps = 1e-5, heads = 8}`: `Long`, `Double`, `String`, `Boolean` or a
/// `List<Long>`, sorted by name. Reading one that is absent or of another kind is a bug of the caller.
///
/// @param values by name
public record Attributes(SortedMap<String, Object> values) {
    /// No attributes.
    public static final Attributes NONE = new Attributes(new TreeMap<>());

    /// Copies the values.
    public Attributes {
        values = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /// Makes attributes of any map.
    ///
    /// @param values by name
    /// @return the attributes
    public static Attributes of(Map<String, ?> values) {
        return new Attributes(new TreeMap<>(values));
    }

    /// Tells whether an attribute is given.
    ///
    /// @param name of the attribute
    /// @return true if it is
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /// Returns an integer.
    ///
    /// @param name of the attribute
    /// @return its value
    public long integer(String name) {
        return (Long) require(name);
    }

    /// Returns a number, widening an integer.
    ///
    /// @param name of the attribute
    /// @return its value
    public double number(String name) {
        return ((Number) require(name)).doubleValue();
    }

    /// Returns a text.
    ///
    /// @param name of the attribute
    /// @return its value
    public String text(String name) {
        return (String) require(name);
    }

    /// Returns a truth value.
    ///
    /// @param name of the attribute
    /// @return its value
    public boolean flag(String name) {
        return (Boolean) require(name);
    }

    /// Returns a list of integers.
    ///
    /// @param name of the attribute
    /// @return its value
    public List<Long> integers(String name) {
        return ((List<?>) require(name)).stream().map(Long.class::cast).toList();
    }

    /// Returns a copy with one value added or replaced.
    ///
    /// @param name of the attribute
    /// @param value one of the kinds named above
    /// @return the copy
    public Attributes with(String name, Object value) {
        SortedMap<String, Object> copy = new TreeMap<>(values);
        copy.put(name, value);
        return new Attributes(copy);
    }

    /// Returns a copy without one value.
    ///
    /// @param name of the attribute
    /// @return the copy
    public Attributes without(String name) {
        SortedMap<String, Object> copy = new TreeMap<>(values);
        copy.remove(name);
        return new Attributes(copy);
    }

    private Object require(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no attribute '%s' in %s".formatted(name, values.keySet()));
        }
        return value;
    }
}
