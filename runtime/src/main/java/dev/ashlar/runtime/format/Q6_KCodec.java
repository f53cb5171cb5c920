// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q6_K`: 128 bytes of low nibbles, 64 bytes of high bit pairs, 16 signed scales, f16 `d`.
///
/// In each half of 128 elements, 64 nibble bytes serve elements 0 to 63 (low) and 64 to 127 (high), and 32 bytes of
/// bit pairs serve the four quarters; `w = (d * scale) * (q - 32)`, one scale for 16 elements.
final class Q6_KCodec implements Codec {
    private static final int HIGH_BITS = 128;
    private static final int SCALES = 192;
    private static final int D = 208;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes + D);
        for (int quarter = 0; quarter < 8; quarter++) {
            int half = quarter >> 2;
            int inHalf = quarter & 3;
            long low = offsetBytes + half * 64 + (inHalf & 1) * 32;
            int lowShift = (inHalf >> 1) * 4;
            long high = offsetBytes + HIGH_BITS + half * 32;
            for (int i = 0; i < 32; i++) {
                int q = LittleEndian.u8(src, low + i) >> lowShift & 0xf;
                q |= (LittleEndian.u8(src, high + i) >> inHalf * 2 & 3) << 4;
                float scale = d * LittleEndian.i8(src, offsetBytes + SCALES + quarter * 2 + (i >> 4));
                dst[dstOffset + quarter * 32 + i] = scale * (q - 32);
            }
        }
    }
}
