// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq3_s`: f16 `d`, 64 bytes of grid indices, 8 bytes of ninth index bits, 32 bytes of signs, 4 bytes of
/// two 4-bit scales each.
///
/// One index for 4 elements, one scale for 32; `w = d * (1 + 2 * scale) * grid`, signed.
final class IQ3_SCodec implements Codec {
    private static final int NINTH_BITS = 66;
    private static final int SIGNS = 74;
    private static final int SCALES = 106;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int run = 0; run < 64; run++) {
            int packed = LittleEndian.u8(src, offsetBytes + SCALES + (run >> 4)) >> (run >> 3 & 1) * 4 & 0xf;
            float scale = d * (1 + 2 * packed);
            int ninth = LittleEndian.u8(src, offsetBytes + NINTH_BITS + (run >> 3)) >> (run & 7) & 1;
            int point = LittleEndian.u8(src, offsetBytes + 2 + run) | ninth << 8;
            int signs = LittleEndian.u8(src, offsetBytes + SIGNS + (run >> 1)) >> (run & 1) * 4;
            LatticeGrid.IQ3_S.decode(point, scale, signs, dst, dstOffset + run * 4);
        }
    }
}
