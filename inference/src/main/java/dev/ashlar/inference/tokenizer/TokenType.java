// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

/// What a token is; the constants stand in the order of the numbers in `tokenizer.ggml.token_type`, from 1.
public enum TokenType {
    /// A piece of text.
    NORMAL,
    /// Stands for text that the vocabulary cannot spell.
    UNKNOWN,
    /// A marker without text: beginning, end, the turn of a speaker.
    CONTROL,
    /// A piece of text that is found before any merging.
    USER_DEFINED,
    /// A number without use.
    UNUSED,
    /// One byte, spelled `<0x0A>`.
    BYTE;

    private static final TokenType[] TYPES = values();

    /// Finds the type of a number.
    ///
    /// @param number as stored in a file
    /// @return the type
    /// @throws TokenizerException for a number outside of 1 to 6
    public static TokenType ofNumber(int number) {
        if (number < 1 || number > TYPES.length) {
            throw new TokenizerException(
                    "'tokenizer.ggml.token_type' has the value %d, expected 1 to %d".formatted(number, TYPES.length));
        }
        return TYPES[number - 1];
    }
}
