// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

/// A function of one f32, bound to a kernel when it is made.
@FunctionalInterface
interface FloatFunction {
    /// Applies the function.
    ///
    /// @param x any
    /// @return its value
    float apply(float x);
}
