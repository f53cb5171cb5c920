// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q2_K`: 16 bytes of scales (low nibble) and minima (high nibble), 64 bytes of 2-bit quants, f16 `d`,
/// f16 `dmin`.
///
/// Each half of 128 elements has 32 bytes, whose four bit pairs serve runs of 32; one scale for 16 elements;
/// `w = (d * scale) * q - dmin * minimum`.
final class Q2_KCodec implements Codec {
    private static final int QUANTS = 16;
    private static final int D = 80;
    private static final int DMIN = 82;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes + D);
        float dmin = LittleEndian.f16(src, offsetBytes + DMIN);
        for (int group = 0; group < 16; group++) {
            int packed = LittleEndian.u8(src, offsetBytes + group);
            float scale = d * (packed & 0xf);
            float minimum = dmin * (packed >> 4);
            long quants = offsetBytes + QUANTS + (group >> 3) * 32 + (group & 1) * 16;
            int shift = (group >> 1 & 3) * 2;
            for (int i = 0; i < 16; i++) {
                dst[dstOffset + group * 16 + i] = scale * (LittleEndian.u8(src, quants + i) >> shift & 3) - minimum;
            }
        }
    }
}
