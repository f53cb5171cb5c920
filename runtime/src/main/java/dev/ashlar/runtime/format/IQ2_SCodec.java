// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq2_s`: f16 `d`, 32 bytes of grid indices, 32 bytes of signs, 8 bytes of high index bits, 8 bytes of
/// two 4-bit scales each.
///
/// One index of 10 bits and one sign byte for 8 elements, one scale for 16; `w = d * (0.5 + scale) * 0.25 * grid`,
/// signed.
final class IQ2_SCodec implements Codec {
    private static final int SIGNS = 34;
    private static final int HIGH_BITS = 66;
    private static final int SCALES = 74;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int run = 0; run < 32; run++) {
            int packed = LittleEndian.u8(src, offsetBytes + SCALES + (run >> 2)) >> (run & 2) * 2 & 0xf;
            float scale = d * (0.5f + packed) * 0.25f;
            int high = LittleEndian.u8(src, offsetBytes + HIGH_BITS + (run >> 2)) >> (run & 3) * 2 & 3;
            int point = LittleEndian.u8(src, offsetBytes + 2 + run) | high << 8;
            int signs = LittleEndian.u8(src, offsetBytes + SIGNS + run);
            LatticeGrid.IQ2_S.decode(point, scale, signs, dst, dstOffset + run * 8);
        }
    }
}
