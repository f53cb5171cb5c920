// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq2_xxs`: f16 `d`, then eight groups of two 32-bit words for 32 elements each.
///
/// The bytes of the first word index the grid for runs of 8; the second holds four times 7 sign bits and, on top, a
/// 4-bit scale; `w = d * (0.5 + scale) * 0.25 * grid`, signed.
final class IQ2_XXSCodec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int group = 0; group < 8; group++) {
            long words = offsetBytes + 2 + group * 8;
            int word = LittleEndian.i32(src, words + 4);
            float scale = d * (0.5f + (word >>> 28)) * 0.25f;
            for (int run = 0; run < 4; run++) {
                int signs = LatticeGrid.signs(word >>> 7 * run & 0x7f);
                int point = LittleEndian.u8(src, words + run);
                LatticeGrid.IQ2_XXS.decode(point, scale, signs, dst, dstOffset + group * 32 + run * 8);
            }
        }
    }
}
