// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.List;
import java.util.Optional;

/// A parsed script: options, staged values, functions and graphs, in the order of the text. The printed form of a
/// graph is a script too.
///
/// @param source the text
/// @param declarations in order, their names are distinct
public record Script(SourceText source, List<Declaration> declarations) {
    /// Copies the declarations.
    public Script {
        declarations = List.copyOf(declarations);
    }

    /// Parses a text.
    ///
    /// @param name that errors call the text by
    /// @param text all of it
    /// @return the script
    /// @throws ScriptException with all syntax errors
    public static Script parse(String name, String text) {
        SourceText source = new SourceText(name, text);
        Diagnostics diagnostics = new Diagnostics(source);
        List<Declaration> declarations = new Parser(source, diagnostics).script();
        diagnostics.throwIfAny();
        return new Script(source, declarations);
    }

    /// Returns the names of the graphs.
    ///
    /// @return in the order of the text
    public List<String> graphNames() {
        return graphs().stream().map(Declaration.GraphDeclaration::name).toList();
    }

    /// Returns the graphs.
    ///
    /// @return in the order of the text
    public List<Declaration.GraphDeclaration> graphs() {
        return declarations.stream()
                .filter(Declaration.GraphDeclaration.class::isInstance)
                .map(Declaration.GraphDeclaration.class::cast)
                .toList();
    }

    /// Finds a graph.
    ///
    /// @param name of the graph
    /// @return empty if there is none
    public Optional<Declaration.GraphDeclaration> graph(String name) {
        return graphs().stream().filter(graph -> graph.name().equals(name)).findFirst();
    }

    /// Returns the names of the options.
    ///
    /// @return in the order of the text
    public List<String> optionNames() {
        return declarations.stream()
                .filter(Declaration.Option.class::isInstance)
                .map(Declaration::name)
                .toList();
    }

    /// Tells whether the script asks for weights or metadata anywhere, so that it must be built against a file.
    ///
    /// @return true if it calls `weight`, `has_weight`, `meta` or `has_meta`
    public boolean readsWeights() {
        return Calls.of(this).stream()
                .map(Expression.Call::callee)
                .anyMatch(List.of("weight", "has_weight", "meta", "has_meta")::contains);
    }
}
