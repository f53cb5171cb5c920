// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Literals;
import dev.ashlar.graph.ir.TensorType;
import java.util.List;

/// A value while a graph is built.
sealed interface Staged {
    /// Returns how errors speak of it.
    String described();

    /// A value of the graph.
    record Tensor(String name, TensorType type) implements Staged {
        @Override
        public String described() {
            return "a tensor " + type;
        }
    }

    record Int(long value) implements Staged {
        @Override
        public String described() {
            return "the integer " + value;
        }
    }

    record Real(double value) implements Staged {
        @Override
        public String described() {
            return "the number " + value;
        }
    }

    record Text(String value) implements Staged {
        @Override
        public String described() {
            return "the string " + Literals.quote(value);
        }
    }

    record Flag(boolean value) implements Staged {
        @Override
        public String described() {
            return Boolean.toString(value);
        }
    }

    record Items(List<Staged> values) implements Staged {
        public Items {
            values = List.copyOf(values);
        }

        @Override
        public String described() {
            return "a list of " + values.size();
        }
    }

    /// A size that is known only at call time.
    record Sym(String name) implements Staged {
        @Override
        public String described() {
            return "the symbol '%s', which is known only at call time".formatted(name);
        }
    }

    /// The value of something that was reported as wrong; nothing that uses it is reported again.
    record Unknown() implements Staged {
        @Override
        public String described() {
            return "unknown";
        }
    }

    /// Tells whether it is a number.
    static boolean isNumber(Staged value) {
        return value instanceof Int || value instanceof Real;
    }

    /// Makes a staged value of a metadata value or an option.
    ///
    /// @throws IllegalArgumentException if it is of no kind that scripts know
    static Staged of(Object value) {
        return switch (value) {
            case Boolean flag -> new Flag(flag);
            case String text -> new Text(text);
            case Double number -> real(number);
            case Float number -> real(number);
            case Number number -> new Int(number.longValue());
            case List<?> list -> new Items(list.stream().map(Staged::of).toList());
            default ->
                throw new IllegalArgumentException("a value of %s, expected a number, a string, a boolean or a list"
                        .formatted(value.getClass().getSimpleName()));
        };
    }

    private static Staged real(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("the number %s, expected a finite one".formatted(value));
        }
        return new Real(value);
    }
}
