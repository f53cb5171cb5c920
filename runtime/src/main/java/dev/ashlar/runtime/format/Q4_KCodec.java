// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q4_K`: f16 `d`, f16 `dmin`, 12 bytes of 6-bit scales and minima, then 128 bytes of quants.
///
/// Each run of 32 bytes holds two sub-blocks of 32, the first in the low nibbles;
/// `w = (d * scale) * q - dmin * minimum`.
final class Q4_KCodec implements Codec {
    private static final int SCALES = 4;
    private static final int QUANTS = 16;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        float dmin = LittleEndian.f16(src, offsetBytes + 2);
        for (int sub = 0; sub < 8; sub++) {
            float scale = d * SixBitScales.scale(src, offsetBytes + SCALES, sub);
            float minimum = dmin * SixBitScales.minimum(src, offsetBytes + SCALES, sub);
            long quants = offsetBytes + QUANTS + (sub >> 1) * 32;
            int shift = (sub & 1) * 4;
            int base = dstOffset + sub * 32;
            for (int i = 0; i < 32; i++) {
                int q = LittleEndian.u8(src, quants + i) >> shift & 0xf;
                dst[base + i] = scale * q - minimum;
            }
        }
    }
}
