// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

/// What the user asked for cannot be done; the message says why and is all that the user sees.
final class UserException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UserException(String message) {
        super(message);
    }

    UserException(String message, Throwable cause) {
        super(message, cause);
    }
}
