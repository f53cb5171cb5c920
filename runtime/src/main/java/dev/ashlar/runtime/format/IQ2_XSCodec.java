// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq2_xs`: f16 `d`, 32 words of 16 bits, then 8 bytes of two 4-bit scales each.
///
/// A word indexes the grid for 8 elements (9 bits) and holds 7 sign bits; one scale for 16 elements;
/// `w = d * (0.5 + scale) * 0.25 * grid`, signed.
final class IQ2_XSCodec implements Codec {
    private static final int SCALES = 66;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int run = 0; run < 32; run++) {
            int packed = LittleEndian.u8(src, offsetBytes + SCALES + (run >> 2)) >> (run & 2) * 2 & 0xf;
            float scale = d * (0.5f + packed) * 0.25f;
            int word = LittleEndian.u16(src, offsetBytes + 2 + run * 2);
            LatticeGrid.IQ2_XS.decode(word & 0x1ff, scale, LatticeGrid.signs(word >> 9), dst, dstOffset + run * 8);
        }
    }
}
