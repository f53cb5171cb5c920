// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

/// What happens when only a reference kernel computes an operation.
public enum Strictness {
    /// One warning that names the key.
    WARN,
    /// An error.
    STRICT
}
