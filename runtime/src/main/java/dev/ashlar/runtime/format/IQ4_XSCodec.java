// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq4_xs`: f16 `d`, 16 bits of high scale bits, 4 bytes of low scale nibbles, then 128 bytes of nibbles
/// that index the values of IQ4_NL.
///
/// Eight sub-blocks of 32, each in the low and then the high nibbles of its 16 bytes;
/// `w = (d * (scale - 32)) * value[q]`.
final class IQ4_XSCodec implements Codec {
    private static final int LOW_SCALES = 4;
    private static final int QUANTS = 8;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        int high = LittleEndian.u16(src, offsetBytes + 2);
        for (int sub = 0; sub < 8; sub++) {
            int scale = LittleEndian.u8(src, offsetBytes + LOW_SCALES + (sub >> 1)) >> (sub & 1) * 4 & 0xf;
            scale |= (high >> sub * 2 & 3) << 4;
            float subScale = d * (scale - 32);
            int base = dstOffset + sub * 32;
            for (int i = 0; i < 16; i++) {
                int packed = LittleEndian.u8(src, offsetBytes + QUANTS + sub * 16 + i);
                dst[base + i] = subScale * IQ4_NLCodec.VALUES[packed & 0xf];
                dst[base + 16 + i] = subScale * IQ4_NLCodec.VALUES[packed >> 4];
            }
        }
    }
}
