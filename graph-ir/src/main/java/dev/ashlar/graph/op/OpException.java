// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import java.io.Serial;

/// An operation that does not fit its operands or attributes. Whoever knows the place turns it into a diagnostic.
public final class OpException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /// Makes an exception.
    ///
    /// @param message what is wrong, found against expected
    public OpException(String message) {
        super(message, null, false, false);
    }
}
