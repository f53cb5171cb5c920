// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

/// A function of two f32, bound to a kernel when it is made.
@FunctionalInterface
interface FloatOperator {
    /// Applies the function.
    ///
    /// @param a any
    /// @param b any
    /// @return its value
    float apply(float a, float b);
}
