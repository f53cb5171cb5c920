// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q3_K`: 32 bytes of high bits, 64 bytes of 2-bit quants, 12 bytes of 6-bit scales, f16 `d`.
///
/// The bit pairs lie as in Q2_K; bit `k` of high-bit byte `i` belongs to element `32 * k + i`, and a clear bit
/// subtracts 4.
/// Scales 0 to 7 have their low four bits in the low nibbles of the first eight scale bytes, 8 to 15 in the high
/// nibbles; the
/// last four bytes hold the upper bit pairs. `w = (d * (scale - 32)) * q`, one scale for 16 elements.
final class Q3_KCodec implements Codec {
    private static final int QUANTS = 32;
    private static final int SCALES = 96;
    private static final int D = 108;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes + D);
        for (int group = 0; group < 16; group++) {
            float scale = d * (scale(src, offsetBytes + SCALES, group) - 32);
            long quants = offsetBytes + QUANTS + (group >> 3) * 32 + (group & 1) * 16;
            int shift = (group >> 1 & 3) * 2;
            long high = offsetBytes + (group & 1) * 16;
            for (int i = 0; i < 16; i++) {
                int q = LittleEndian.u8(src, quants + i) >> shift & 3;
                int bit = LittleEndian.u8(src, high + i) >> (group >> 1) & 1;
                dst[dstOffset + group * 16 + i] = scale * (q - 4 + 4 * bit);
            }
        }
    }

    private static int scale(MemorySegment src, long offsetBytes, int index) {
        int low = LittleEndian.u8(src, offsetBytes + (index & 7)) >> (index >> 3) * 4 & 0xf;
        int high = LittleEndian.u8(src, offsetBytes + 8 + (index & 3)) >> (index >> 2) * 2 & 3;
        return low | high << 4;
    }
}
