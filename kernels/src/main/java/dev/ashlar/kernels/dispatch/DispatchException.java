// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

/// A product that cannot be dispatched: shapes that do not fit, or a key without a kernel.
public final class DispatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Makes the exception.
    ///
    /// @param message what is wrong, found against expected, what to do
    public DispatchException(String message) {
        super(message);
    }
}
