// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_nvfp4`: four scale bytes (E4M3, the sign ignored), then four times 8 bytes whose low nibbles are
/// elements 0 to 7 and high nibbles 8 to 15 of a sub-block of 16, as E2M1 floats.
///
/// The values are doubled to be whole numbers and the scales halved. Scale bytes 00 and 7f are zero.
final class NVFP4Codec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        for (int sub = 0; sub < 4; sub++) {
            float d = halfScale(LittleEndian.u8(src, offsetBytes + sub));
            int base = dstOffset + sub * 16;
            for (int i = 0; i < 8; i++) {
                int packed = LittleEndian.u8(src, offsetBytes + 4 + sub * 8 + i);
                dst[base + i] = MXFP4Codec.VALUES[packed & 0xf] * d;
                dst[base + 8 + i] = MXFP4Codec.VALUES[packed >> 4] * d;
            }
        }
    }

    private static float halfScale(int bits) {
        if (bits == 0 || bits == 0x7f) {
            return 0;
        }
        int exponent = bits >> 3 & 0xf;
        int mantissa = bits & 7;
        return exponent == 0 ? Math.scalb((float) mantissa, -10) : Math.scalb(8f + mantissa, exponent - 11);
    }
}
