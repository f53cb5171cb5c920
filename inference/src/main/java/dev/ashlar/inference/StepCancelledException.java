// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

/// A step that ended early because its token, or its thread, was told to stop.
final class StepCancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StepCancelledException() {
        super("cancelled");
    }
}
