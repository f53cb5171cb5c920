// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq1_s`: f16 `d`, 32 bytes of grid indices, then eight 16-bit words for 32 elements each.
///
/// A word holds the upper three bits of four indices, a 3-bit scale and, on top, the sign of a shift of the ternary
/// grid by 1/8; `w = d * (2 * scale + 1) * (grid + shift)`.
final class IQ1_SCodec implements Codec {
    private static final int WORDS = 34;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int run = 0; run < 32; run++) {
            int word = LittleEndian.u16(src, offsetBytes + WORDS + (run >> 2) * 2);
            float scale = d * (2 * (word >> 12 & 7) + 1);
            int point = LittleEndian.u8(src, offsetBytes + 2 + run) | (word >> (run & 3) * 3 & 7) << 8;
            float shift = word < 0x8000 ? LatticeGrid.SHIFT : -LatticeGrid.SHIFT;
            LatticeGrid.IQ1_S.decodeShifted(point, scale, shift, dst, dstOffset + run * 8);
        }
    }
}
