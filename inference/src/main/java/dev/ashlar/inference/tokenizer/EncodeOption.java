// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

/// What [Tokenizer#encode] does beyond turning text into tokens.
public enum EncodeOption {
    /// Adds the tokens for beginning and end that the file asks for.
    ADD_SPECIAL,
    /// Turns the spelling of control tokens, such as `<|user|>`, into these tokens. Not for text of unknown origin.
    PARSE_SPECIAL
}
