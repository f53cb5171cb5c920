// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

/// What a weight format does in [LinearExactTiled]: decode blocks to floats, with the bits of the codec.
interface FloatTile {
    /// Decodes a block of each of [Width#LANES] rows.
    ///
    /// @param tile address of the tile that the rows are in
    /// @param row first row in the tile
    /// @param dst `f32[block elements][...]`, the rows of an element lying together
    /// @param stride distance of the next element in bytes
    void decode(long tile, int row, long dst, long stride);
}
