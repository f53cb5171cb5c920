// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.Optional;

/// One thing that is wrong with a script, and where.
///
/// @param position the text that is wrong
/// @param message what is wrong: lower case, values quoted, no final dot
/// @param expected what would be right there; empty if the message says it all
public record Diagnostic(Position position, String message, Optional<String> expected) {
    private static final int WIDEST_LINE = 160;

    /// Makes a diagnostic whose message says it all.
    ///
    /// @param position the text that is wrong
    /// @param message what is wrong
    /// @return the diagnostic
    public static Diagnostic of(Position position, String message) {
        return new Diagnostic(position, message, Optional.empty());
    }

    /// Renders as `name:line:column: message`, the source line, and a caret under the text that is wrong.
    ///
    /// @param source the text that the position is in
    /// @return three lines without a final line end; the first alone if the source line is empty
    public String render(SourceText source) {
        String first = "%s:%d:%d: %s%s"
                .formatted(
                        source.name(),
                        position.line(),
                        position.column(),
                        message,
                        expected.map(text -> ", expected " + text).orElse(""));
        String line = source.lineAt(position.offset());
        if (line.isBlank()) {
            return first;
        }
        int start = Math.max(0, Math.min(position.column() - 1 - WIDEST_LINE / 2, line.length() - WIDEST_LINE));
        String shown = line.substring(start, Math.min(line.length(), start + WIDEST_LINE));
        int caret = Math.clamp(position.column() - 1 - start, 0, shown.length());
        int width = Math.clamp(position.length(), 1, Math.max(1, shown.length() - caret));
        String indent = shown.substring(0, caret).replaceAll("[^\t]", " ");
        return first + "\n  " + shown + "\n  " + indent + "^".repeat(width);
    }
}
