// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

/// How far a graph has come; later stages keep the invariants of earlier ones.
public enum Stage {
    /// Flat and typed.
    RESOLVED,
    /// Every operation names its kernel.
    SELECTED,
    /// Every operand has the layout that its kernel reads.
    RELAID_OUT,
    /// Every value of the body has a buffer.
    PLANNED
}
