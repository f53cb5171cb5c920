// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

/// One token.
///
/// @param kind of the token
/// @param text as written; of a string without the quotes, escapes unresolved
/// @param position of all of it
/// @param startsLine whether it is the first token of its line
record Token(TokenKind kind, String text, Position position, boolean startsLine) {
    /// Returns how errors speak of this token.
    String described() {
        return kind == TokenKind.END ? kind.text() : "'" + (kind == TokenKind.STRING ? "\"" + text + "\"" : text) + "'";
    }
}
