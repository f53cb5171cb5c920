// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

/// What happens where only a reference kernel has a key.
public enum Fallback {
    /// It runs, and one line names the key, once.
    REPORT,
    /// It is an error that names the key.
    REFUSE
}
