// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.runtime.format.Format;

/// An operand that an operation takes.
///
/// @param name by which scripts may pass it
/// @param role what it may be
/// @param constantFormat what a number passed for it becomes
public record OperandSpec(String name, Role role, Format constantFormat) {
    /// What an operand may be.
    public enum Role {
        /// Any value; must be given.
        REQUIRED,
        /// Any value; may be left out.
        OPTIONAL,
        /// A state, which the operation writes; may be left out.
        STATE,
        /// Any number of values, at least one.
        REPEATED
    }

    /// Makes an operand that must be given.
    ///
    /// @param name of the operand
    /// @return the operand
    public static OperandSpec required(String name) {
        return new OperandSpec(name, Role.REQUIRED, Format.F32);
    }

    /// Makes an integer operand, e.g. a position.
    ///
    /// @param name of the operand
    /// @param role what it may be
    /// @return the operand
    public static OperandSpec integer(String name, Role role) {
        return new OperandSpec(name, role, Format.I32);
    }

    /// Makes an operand of a role.
    ///
    /// @param name of the operand
    /// @param role what it may be
    /// @return the operand
    public static OperandSpec of(String name, Role role) {
        return new OperandSpec(name, role, Format.F32);
    }
}
