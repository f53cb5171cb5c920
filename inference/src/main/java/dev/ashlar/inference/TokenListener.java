// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

/// Is told every token as it is chosen.
@FunctionalInterface
public interface TokenListener {
    /// What the listener wants.
    enum Reply {
        /// More tokens.
        CONTINUE,
        /// No more tokens.
        STOP
    }

    /// Takes a token.
    ///
    /// @param token its id
    /// @param text what it adds: whole characters, or nothing while a character is incomplete, the model has no
    ///     tokenizer, or the token is a control token
    /// @return whether to go on
    Reply onToken(int token, String text);

    /// Makes a listener that does nothing and never stops.
    ///
    /// @return the listener
    static TokenListener silent() {
        return (token, text) -> Reply.CONTINUE;
    }
}
