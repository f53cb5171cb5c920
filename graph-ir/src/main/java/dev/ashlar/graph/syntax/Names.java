// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.List;

/// Tells what scripts can use as a name.
public final class Names {
    private Names() {}

    /// Tells whether a text is one name, dots included, and no keyword.
    ///
    /// @param text any
    /// @return true if it is
    public static boolean isName(String text) {
        SourceText source = new SourceText("name", text);
        Diagnostics diagnostics = new Diagnostics(source);
        List<Token> tokens = Lexer.tokens(text, new Position(1, 1, 0, text.length()), diagnostics);
        return diagnostics.isEmpty()
                && tokens.getFirst().kind() == TokenKind.NAME
                && tokens.getFirst().text().equals(text);
    }
}
