// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

/// A model that cannot be used, or cannot be used in this way.
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Makes an exception.
    ///
    /// @param message what is wrong, found against expected, what to do
    public ModelException(String message) {
        super(message);
    }

    /// Makes an exception with a cause.
    ///
    /// @param message what is wrong, found against expected, what to do
    /// @param cause why
    public ModelException(String message, Throwable cause) {
        super(message, cause);
    }
}
