// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

/// How a kind of vocabulary spells text, without regard to special tokens.
sealed interface TokenModel permits SentencePieceModel, ByteLevelModel {
    /// Appends the tokens of a text.
    ///
    /// @param text not empty
    /// @param position whether a special token, or nothing, stands before the text
    void encode(String text, Position position, TokenBuffer tokens);

    /// Returns the bytes that a token of type NORMAL or BYTE stands for; UTF-8, perhaps a part of a character.
    byte[] bytes(int id);

    /// Says what happens to the space that [#encode] may have put before a whole text.
    FirstSpace firstSpace();

    /// Where a piece of text stands.
    enum Position {
        FIRST_OR_AFTER_SPECIAL,
        AFTER_TEXT
    }

    /// What decoding does with the first space of a text.
    enum FirstSpace {
        KEPT,
        DROPPED
    }
}
