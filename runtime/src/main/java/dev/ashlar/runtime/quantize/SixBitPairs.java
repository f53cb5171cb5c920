// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Packs the eight 6-bit scales and minima of Q4_K and Q5_K into 12 bytes.
final class SixBitPairs {
    private SixBitPairs() {}

    /// Writes scales 0 to 3 and minima 0 to 3 to the low six bits of bytes 0 to 7; the low four bits of the others to
    /// bytes 8 to 11, scale below minimum, and their high two bits to the top of bytes 0 to 7.
    static void put(AffineSuperBlock block, byte[] dst, int offset) {
        for (int i = 0; i < 4; i++) {
            int scale = block.scale(i + 4);
            int minimum = block.minimum(i + 4);
            dst[offset + i] = (byte) (block.scale(i) | scale >> 4 << 6);
            dst[offset + 4 + i] = (byte) (block.minimum(i) | minimum >> 4 << 6);
            dst[offset + 8 + i] = (byte) (scale & 0xf | minimum << 4);
        }
    }
}
