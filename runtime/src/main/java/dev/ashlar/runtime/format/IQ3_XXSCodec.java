// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq3_xxs`: f16 `d`, 64 bytes that index the grid for 4 elements each, then eight 32-bit words for 32
/// elements each: four times 7 sign bits and, on top, a 4-bit scale; `w = d * (0.5 + scale) * 0.5 * grid`, signed.
final class IQ3_XXSCodec implements Codec {
    private static final int WORDS = 66;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int run = 0; run < 64; run++) {
            int word = LittleEndian.i32(src, offsetBytes + WORDS + (run >> 3) * 4);
            float scale = d * (0.5f + (word >>> 28)) * 0.5f;
            int signs = LatticeGrid.signs(word >>> 7 * (run >> 1 & 3) & 0x7f) >> (run & 1) * 4;
            int point = LittleEndian.u8(src, offsetBytes + 2 + run);
            LatticeGrid.IQ3_XXS.decode(point, scale, signs, dst, dstOffset + run * 4);
        }
    }
}
