// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

/// Reads the blocks of one format in scalar loops: stateless, bound to a kernel when it is made, so that a compiler
/// sees one class at every call.
abstract class BlockReader {
    /// Bytes that [#decode] may use at its `scratch`.
    static final int SCRATCH_BYTES = 64;

    /// Decodes a block to f32, bit for bit as the codec of the format does.
    ///
    /// @param block address of the block
    /// @param dst address of `f32[blockElements]`, overwritten
    /// @param scratch address of [#SCRATCH_BYTES]
    abstract void decode(long block, long dst, long scratch);

    /// Decodes blocks of one row.
    ///
    /// @param first address of the first block
    /// @param stride bytes from one block to the next
    /// @param count number of blocks
    /// @param dst address of `f32[count * blockElements]`, overwritten
    /// @param scratch address of [#SCRATCH_BYTES]
    abstract void decodeRow(long first, long stride, int count, long dst, long scratch);
}
