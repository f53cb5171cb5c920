// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq1_m`: 32 bytes of grid indices, 16 bytes of nibbles, then four 16-bit words of scales.
///
/// A nibble holds the upper three bits of the index of 8 elements and the sign of a shift of the ternary grid by 1/8. A
/// word holds four 3-bit scales, for 16 elements each, and four bits of the f16 `d`, lowest first;
/// `w = d * (2 * scale + 1) * (grid + shift)`.
final class IQ1_MCodec implements Codec {
    private static final int NIBBLES = 32;
    private static final int WORDS = 48;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = d(src, offsetBytes + WORDS);
        for (int run = 0; run < 32; run++) {
            int word = LittleEndian.u16(src, offsetBytes + WORDS + (run >> 3) * 2);
            float scale = d * (2 * (word >> (run >> 1 & 3) * 3 & 7) + 1);
            int nibble = LittleEndian.u8(src, offsetBytes + NIBBLES + (run >> 1)) >> (run & 1) * 4 & 0xf;
            int point = LittleEndian.u8(src, offsetBytes + run) | (nibble & 7) << 8;
            float shift = nibble < 8 ? LatticeGrid.SHIFT : -LatticeGrid.SHIFT;
            LatticeGrid.IQ1_S.decodeShifted(point, scale, shift, dst, dstOffset + run * 8);
        }
    }

    private static float d(MemorySegment src, long offsetBytes) {
        int bits = 0;
        for (int i = 0; i < 4; i++) {
            bits |= LittleEndian.u16(src, offsetBytes + i * 2) >> 12 << i * 4;
        }
        return Float.float16ToFloat((short) bits);
    }
}
