// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode;

/// One way to call the library.
public interface NativeFunction {
    /// Calls `ashlar_linear` of `entry.c`.
    ///
    /// @param kernel its number
    /// @param path ordinal of the [CodePath]
    /// @param x address of the activations
    /// @param w address of the weight
    /// @param y address of the result
    /// @param scratch address of [NativeLinear#scratchBytes]
    /// @param rowStride bytes from a block to that of the next row
    /// @param blockStride bytes from a block to the next of its row
    /// @param rows `out`
    /// @param columns `in`
    /// @param tokens rows of the activations
    /// @param from first output row
    /// @param to end of the output rows
    void linear(
            int kernel,
            int path,
            long x,
            long w,
            long y,
            long scratch,
            long rowStride,
            long blockStride,
            long rows,
            long columns,
            long tokens,
            long from,
            long to);
}
