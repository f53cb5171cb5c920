// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes blocks of one packed format.
///
/// An instance may keep scratch memory: it serves one thread at a time.
public interface BlockQuantizer {
    /// Encodes one block.
    ///
    /// @param src holds the values of the block, all finite; read only
    /// @param srcOffset index of the first value
    /// @param dst receives the block; all its bytes are overwritten
    /// @param dstOffset index of its first byte
    void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset);
}
