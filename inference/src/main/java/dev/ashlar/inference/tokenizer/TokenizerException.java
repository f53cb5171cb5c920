// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

/// A vocabulary that cannot be used, or text or ids that it cannot express.
public final class TokenizerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Makes an exception.
    ///
    /// @param message what is wrong, found against expected, what to do
    public TokenizerException(String message) {
        super(message);
    }
}
