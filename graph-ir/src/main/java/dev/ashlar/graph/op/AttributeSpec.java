// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import java.util.List;
import java.util.Optional;

/// An attribute that an operation takes.
///
/// @param name of the attribute
/// @param kind of its value
/// @param presence whether it must be given
/// @param defaultValue what it is if it is not given; empty if it must be, or if it follows from the operands
public record AttributeSpec(String name, Kind kind, Presence presence, Optional<Object> defaultValue) {
    /// The kinds of attribute values.
    public enum Kind {
        /// A `Long`.
        INTEGER("an integer"),
        /// A `Double`; integers are widened.
        NUMBER("a number"),
        /// A `String`.
        TEXT("a string"),
        /// A `Boolean`.
        FLAG("true or false"),
        /// A list of `Long`.
        INTEGERS("a list of integers"),
        /// A `Long` or a `Double`.
        SCALAR("a number");

        private final String description;

        Kind(String description) {
            this.description = description;
        }

        /// Returns how errors speak of this kind.
        ///
        /// @return with an article
        public String description() {
            return description;
        }
    }

    /// Whether an attribute must be given.
    public enum Presence {
        /// It must.
        REQUIRED,
        /// It has a fixed default.
        DEFAULTED,
        /// It follows from the operands.
        DERIVED
    }

    /// Makes an attribute that must be given.
    ///
    /// @param name of the attribute
    /// @param kind of its value
    /// @return the attribute
    public static AttributeSpec required(String name, Kind kind) {
        return new AttributeSpec(name, kind, Presence.REQUIRED, Optional.empty());
    }

    /// Makes an attribute with a fixed default.
    ///
    /// @param name of the attribute
    /// @param kind of its value
    /// @param value the default
    /// @return the attribute
    public static AttributeSpec defaulted(String name, Kind kind, Object value) {
        return new AttributeSpec(name, kind, Presence.DEFAULTED, Optional.of(value));
    }

    /// Makes an attribute that the operation derives from its operands.
    ///
    /// @param name of the attribute
    /// @param kind of its value
    /// @return the attribute
    public static AttributeSpec derived(String name, Kind kind) {
        return new AttributeSpec(name, kind, Presence.DERIVED, Optional.empty());
    }

    /// Returns a value as this attribute holds it.
    ///
    /// @param value as given
    /// @return empty if it is of another kind
    public Optional<Object> coerce(Object value) {
        return switch (kind) {
            case INTEGER -> value instanceof Long ? Optional.of(value) : Optional.empty();
            case NUMBER -> value instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
            case TEXT -> value instanceof String ? Optional.of(value) : Optional.empty();
            case FLAG -> value instanceof Boolean ? Optional.of(value) : Optional.empty();
            case INTEGERS ->
                value instanceof List<?> list && list.stream().allMatch(Long.class::isInstance)
                        ? Optional.of(value)
                        : Optional.empty();
            case SCALAR -> value instanceof Number ? Optional.of(value) : Optional.empty();
        };
    }
}
