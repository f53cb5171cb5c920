// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_mxfp4`: one exponent byte, then nibbles as in Q4_0 that are E2M1 floats (OCP Microscaling Formats
/// 1.0).
///
/// The values are doubled to be whole numbers and the scale is halved: `w = 2^(e - 128) * value[q]`.
final class MXFP4Codec implements Codec {
    /// Twice the E2M1 values; shared with NVFP4.
    static final byte[] VALUES = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = halfPowerOfTwo(LittleEndian.u8(src, offsetBytes));
        for (int i = 0; i < 16; i++) {
            int packed = LittleEndian.u8(src, offsetBytes + 1 + i);
            dst[dstOffset + i] = VALUES[packed & 0xf] * d;
            dst[dstOffset + 16 + i] = VALUES[packed >> 4] * d;
        }
    }

    /// Returns `2^(exponent - 128)`; the two smallest are subnormal. An exponent of 255 is no NaN here.
    private static float halfPowerOfTwo(int exponent) {
        return Float.intBitsToFloat(exponent < 2 ? 0x200000 << exponent : exponent - 1 << 23);
    }
}
