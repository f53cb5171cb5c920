// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/// A script, or a graph, that cannot be used; names everything that is wrong with it.
public final class ScriptException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient SourceText source;
    private final transient List<Diagnostic> diagnostics;

    /// Makes an exception whose message renders all diagnostics.
    ///
    /// @param source the text
    /// @param diagnostics at least one
    public ScriptException(SourceText source, List<Diagnostic> diagnostics) {
        super(diagnostics.stream().map(diagnostic -> diagnostic.render(source)).collect(Collectors.joining("\n")));
        this.source = source;
        this.diagnostics = List.copyOf(diagnostics);
    }

    /// Returns the text that the positions refer to.
    ///
    /// @return the source
    public SourceText source() {
        return source;
    }

    /// Returns everything that is wrong.
    ///
    /// @return in the order of the text, at least one
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
