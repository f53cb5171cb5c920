// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q5_K`: f16 `d`, f16 `dmin`, 12 bytes of 6-bit scales and minima, 32 bytes of fifth bits, then 128
/// bytes of nibbles.
///
/// Nibbles, scales and minima are as in Q4_K; bit `k` of fifth-bit byte `i` belongs to element `32 * k + i`.
final class Q5_KCodec implements Codec {
    private static final int SCALES = 4;
    private static final int FIFTH_BITS = 16;
    private static final int QUANTS = 48;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        float dmin = LittleEndian.f16(src, offsetBytes + 2);
        for (int sub = 0; sub < 8; sub++) {
            float scale = d * SixBitScales.scale(src, offsetBytes + SCALES, sub);
            float minimum = dmin * SixBitScales.minimum(src, offsetBytes + SCALES, sub);
            long quants = offsetBytes + QUANTS + (sub >> 1) * 32;
            int shift = (sub & 1) * 4;
            for (int i = 0; i < 32; i++) {
                int q = LittleEndian.u8(src, quants + i) >> shift & 0xf;
                q |= (LittleEndian.u8(src, offsetBytes + FIFTH_BITS + i) >> sub & 1) << 4;
                dst[dstOffset + sub * 32 + i] = scale * q - minimum;
            }
        }
    }
}
