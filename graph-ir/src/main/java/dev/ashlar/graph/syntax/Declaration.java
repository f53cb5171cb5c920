// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.List;

/// What a script consists of.
public sealed interface Declaration {
    /// Returns its name.
    ///
    /// @return unique in the script
    String name();

    /// Returns where it is written.
    ///
    /// @return its name
    Position position();

    /// `option name = value`: a staged value that the embedder may override.
    ///
    /// @param name of the option
    /// @param value the default
    /// @param position where
    record Option(String name, Expression value, Position position) implements Declaration {}

    /// `name = value`: a staged value.
    ///
    /// @param name of the value
    /// @param value of it
    /// @param position where
    record Constant(String name, Expression value, Position position) implements Declaration {}

    /// `fn name(parameters) { }`.
    ///
    /// @param name of the function
    /// @param parameters names
    /// @param body ends with a return
    /// @param position where
    record Function(String name, List<String> parameters, List<Statement> body, Position position)
            implements Declaration {
        /// Copies the lists.
        public Function {
            parameters = List.copyOf(parameters);
            body = List.copyOf(body);
        }
    }

    /// `graph name(parameters) -> results { }`.
    ///
    /// @param name of the graph
    /// @param parameters typed
    /// @param results types
    /// @param body ends with a return
    /// @param position where
    record GraphDeclaration(
            String name,
            List<Parameter> parameters,
            List<TypeExpression> results,
            List<Statement> body,
            Position position)
            implements Declaration {
        /// Copies the lists.
        public GraphDeclaration {
            parameters = List.copyOf(parameters);
            results = List.copyOf(results);
            body = List.copyOf(body);
        }
    }

    /// A parameter of a graph.
    ///
    /// @param name of the parameter
    /// @param type of it
    /// @param position where
    record Parameter(String name, TypeExpression type, Position position) {}
}
