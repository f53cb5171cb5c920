// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.List;
import java.util.Optional;

/// An expression of a script.
public sealed interface Expression {
    /// Returns where it is written.
    ///
    /// @return all of it
    Position position();

    /// An integer, e.g. `768`.
    ///
    /// @param value of it
    /// @param position where
    record IntegerLiteral(long value, Position position) implements Expression {}

    /// A floating-point number, e.g. `1e-5`.
    ///
    /// @param value of it
    /// @param position where
    record FloatLiteral(double value, Position position) implements Expression {}

    /// `true` or `false`.
    ///
    /// @param value of it
    /// @param position where
    record BooleanLiteral(boolean value, Position position) implements Expression {}

    /// A string, e.g. `"blk.{i}.attn_q.weight"`: texts and expressions that are joined.
    ///
    /// @param parts string parts without parts of their own stand for themselves
    /// @param position where
    record StringLiteral(List<Part> parts, Position position) implements Expression {
        /// Copies the parts.
        public StringLiteral {
            parts = List.copyOf(parts);
        }

        /// Returns the text of a string without expressions.
        ///
        /// @return empty if it has any
        public Optional<String> plain() {
            if (parts.isEmpty()) {
                return Optional.of("");
            }
            return parts.size() == 1 && parts.getFirst() instanceof Part.Text text
                    ? Optional.of(text.text())
                    : Optional.empty();
        }
    }

    /// A part of a string.
    sealed interface Part {
        /// Literal text.
        ///
        /// @param text with escapes resolved
        record Text(String text) implements Part {}

        /// An expression whose value is put in.
        ///
        /// @param expression in braces
        record Interpolation(Expression expression) implements Part {}
    }

    /// A name, e.g. `x` or `gate.k`.
    ///
    /// @param name with its dots
    /// @param position where
    record Name(String name, Position position) implements Expression {}

    /// A list, e.g. `[T, 12, 64]`.
    ///
    /// @param elements in order
    /// @param position where
    record ListLiteral(List<Expression> elements, Position position) implements Expression {
        /// Copies the elements.
        public ListLiteral {
            elements = List.copyOf(elements);
        }
    }

    /// An element of a list, e.g. `sizes[i]`.
    ///
    /// @param list the list
    /// @param index from 0
    /// @param position where
    record Index(Expression list, Expression index, Position position) implements Expression {}

    /// `-x` or `not x`.
    ///
    /// @param operator `-` or `not`
    /// @param operand what it applies to
    /// @param position where
    record Unary(String operator, Expression operand, Position position) implements Expression {}

    /// Two operands around an operator.
    ///
    /// @param operator as written
    /// @param left before it
    /// @param right after it
    /// @param position where
    record Binary(String operator, Expression left, Expression right, Position position) implements Expression {}

    /// A call of an operation, a function or a builtin.
    ///
    /// @param callee its name
    /// @param arguments positional ones before named ones
    /// @param calleePosition where the name is
    /// @param position where the call is
    record Call(String callee, List<Argument> arguments, Position calleePosition, Position position)
            implements Expression {
        /// Copies the arguments.
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /// An argument of a call, or an attribute after one.
    ///
    /// @param name of a named one
    /// @param value of it
    /// @param position where
    record Argument(Optional<String> name, Expression value, Position position) {}
}
