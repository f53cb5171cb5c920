// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

/// How the grid of `out x blocksPerRow` blocks of a weight `[out, in]` is flattened.
///
/// The order is a property of a value, expressed by the strides of its layout, never of its type. The two orders
/// coincide only where `blocksPerRow == 1` or `out == 1`.
public enum BlockOrder {
    /// Block `(o, b)` is at `o * blocksPerRow + b`: what files and quantizers write.
    ROW_MAJOR,
    /// Block `(o, b)` is at `b * out + o`: what packed matrix kernels read.
    INPUT_BLOCK_MAJOR
}
