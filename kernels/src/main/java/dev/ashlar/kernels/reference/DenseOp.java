// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

/// An operation on dense operands, in float64 on the heap.
@FunctionalInterface
interface DenseOp {
    /// Computes the result.
    ///
    /// @param x values of the operands
    /// @param dims sizes of the operands, then of the result
    /// @return values of the result
    double[] apply(double[][] x, int[][] dims);
}
