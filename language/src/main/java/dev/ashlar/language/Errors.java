// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.graph.syntax.ScriptException;
import dev.ashlar.language.node.AshlarException;
import java.util.Optional;

/// Makes guest exceptions of what the layers below throw.
final class Errors {
    private Errors() {}

    /// The script cannot be parsed.
    static AshlarException ofParser(ScriptException e, Source source) {
        return of(e, source, ExceptionType.PARSE_ERROR);
    }

    /// The script can be parsed, but a graph cannot be built.
    static AshlarException ofCompiler(ScriptException e, Source source) {
        return of(e, source, ExceptionType.RUNTIME_ERROR);
    }

    private static AshlarException of(ScriptException e, Source source, ExceptionType type) {
        Position first = e.diagnostics().getFirst().position();
        return new AshlarException(e.getMessage(), Optional.of(section(source, first)), type);
    }

    /// Returns the place in a source, cut to what the source has.
    static SourceSection section(Source source, Position position) {
        int length = source.getLength();
        int start = Math.clamp(position.offset(), 0, length);
        return source.createSection(start, Math.clamp(position.length(), 0, length - start));
    }
}
