// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

/// Where the memory of a value comes from.
public sealed interface Place {
    /// A parameter: written by the caller.
    ///
    /// @param index of the parameter
    record Input(int index) implements Place {}

    /// A state: lives as long as the instance, zero at first.
    record State() implements Place {}

    /// A weight or a constant, shared by all instances.
    ///
    /// @param address absolute, in bytes; valid as long as the context
    record Weight(long address) implements Place {}

    /// A planned buffer.
    ///
    /// @param index values with equal indices take turns
    record Buffer(int index) implements Place {}

    /// The memory of another value, under another shape.
    ///
    /// @param value index of the other value, smaller than that of this one
    record Alias(int value) implements Place {}
}
