// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.List;
import java.util.Optional;

/// A statement of a graph or function.
public sealed interface Statement {
    /// Returns where it is written.
    ///
    /// @return all of it; of a block its first line
    Position position();

    /// `name: type = value {attribute = value}`.
    ///
    /// @param targets one name, or several that a list is taken apart into
    /// @param type as declared
    /// @param value that is bound
    /// @param attributes in braces after the value; all named
    /// @param position where
    record Binding(
            List<Expression.Name> targets,
            Optional<TypeExpression> type,
            Expression value,
            List<Expression.Argument> attributes,
            Position position)
            implements Statement {
        /// Copies the lists.
        public Binding {
            targets = List.copyOf(targets);
            attributes = List.copyOf(attributes);
        }
    }

    /// `state name: type`.
    ///
    /// @param name of the state
    /// @param type of it
    /// @param position where
    record State(String name, TypeExpression type, Position position) implements Statement {}

    /// `for variable in from..to { }`.
    ///
    /// @param variable takes every value
    /// @param from first value
    /// @param to end, exclusive
    /// @param body repeated
    /// @param position where
    record For(String variable, Expression from, Expression to, List<Statement> body, Position position)
            implements Statement {
        /// Copies the body.
        public For {
            body = List.copyOf(body);
        }
    }

    /// `if condition { } else { }`.
    ///
    /// @param condition a staged boolean
    /// @param then if it holds
    /// @param otherwise if not; empty without `else`
    /// @param position where
    record If(Expression condition, List<Statement> then, List<Statement> otherwise, Position position)
            implements Statement {
        /// Copies the lists.
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }

    /// `return a, b`.
    ///
    /// @param values at least one
    /// @param position where
    record Return(List<Expression> values, Position position) implements Statement {
        /// Copies the values.
        public Return {
            values = List.copyOf(values);
        }
    }

    /// `load { }`: what runs once.
    ///
    /// @param body bindings
    /// @param position where
    record Load(List<Statement> body, Position position) implements Statement {
        /// Copies the body.
        public Load {
            body = List.copyOf(body);
        }
    }
}
