// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.util.List;

/// One metadata value with the exact type that it has in the file.
public sealed interface GgufValue
        permits GgufValue.IntegerValue,
                GgufValue.FloatValue,
                GgufValue.BooleanValue,
                GgufValue.StringValue,
                GgufValue.StringArray,
                GgufValue.NestedArray,
                NumberArray {
    /// Returns the type of the value.
    ///
    /// @return [GgufType#ARRAY] for arrays of any kind
    GgufType type();

    /// Returns the value as a plain Java object.
    ///
    /// @return a [Long], [Double], [String] or [Boolean], or an unmodifiable [List] of these (or of such lists)
    Object raw();

    /// An integer.
    ///
    /// @param type an integer type
    /// @param value the value; of a [GgufType#UINT64] its 64 bits
    record IntegerValue(GgufType type, long value) implements GgufValue {
        /// Checks that the value fits its type.
        public IntegerValue {
            if (!type.isInteger()) {
                throw new IllegalArgumentException("%s is no integer type".formatted(type.spelling()));
            }
            long unused = Long.SIZE - 8L * type.minimumBytes();
            long kept = type.name().startsWith("U") ? value << unused >>> unused : value << unused >> unused;
            if (kept != value) {
                throw new IllegalArgumentException("%d does not fit %s".formatted(value, type.spelling()));
            }
        }

        @Override
        public Object raw() {
            return value;
        }
    }

    /// A floating-point number.
    ///
    /// @param type [GgufType#FLOAT32] or [GgufType#FLOAT64]
    /// @param value the value
    record FloatValue(GgufType type, double value) implements GgufValue {
        /// Checks the type.
        public FloatValue {
            if (!type.isFloat()) {
                throw new IllegalArgumentException("%s is no floating-point type".formatted(type.spelling()));
            }
        }

        @Override
        public Object raw() {
            return value;
        }
    }

    /// A truth value.
    ///
    /// @param value the value
    record BooleanValue(boolean value) implements GgufValue {
        @Override
        public GgufType type() {
            return GgufType.BOOL;
        }

        @Override
        public Object raw() {
            return value;
        }
    }

    /// A text.
    ///
    /// @param value the text
    record StringValue(String value) implements GgufValue {
        @Override
        public GgufType type() {
            return GgufType.STRING;
        }

        @Override
        public Object raw() {
            return value;
        }
    }

    /// An array of texts.
    ///
    /// @param values the texts, in order
    record StringArray(List<String> values) implements GgufValue {
        /// Copies the list.
        public StringArray {
            values = List.copyOf(values);
        }

        @Override
        public GgufType type() {
            return GgufType.ARRAY;
        }

        @Override
        public Object raw() {
            return values;
        }
    }

    /// An array of arrays.
    ///
    /// @param values the arrays, in order
    record NestedArray(List<GgufValue> values) implements GgufValue {
        /// Copies the list and checks that it holds arrays.
        public NestedArray {
            values = List.copyOf(values);
            if (values.stream().anyMatch(value -> value.type() != GgufType.ARRAY)) {
                throw new IllegalArgumentException("an element is no array");
            }
        }

        @Override
        public GgufType type() {
            return GgufType.ARRAY;
        }

        @Override
        public Object raw() {
            return values.stream().map(GgufValue::raw).toList();
        }
    }
}
