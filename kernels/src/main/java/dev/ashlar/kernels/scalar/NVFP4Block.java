// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads NVFP4: four E4M3 scales without a sign, then nibbles that index the values of MXFP4; the low nibbles of 8
/// bytes are the first half of a sub-block of 16.
final class NVFP4Block extends BlockReader {
    private static final int ELEMENTS = 64;

    @Override
    void decode(long block, long dst, long scratch) {
        for (int sub = 0; sub < 4; sub++) {
            float scale = halfScale(Memory.u8(block + sub));
            long out = dst + 64L * sub;
            for (int k = 0; k < 8; k++) {
                int packed = Memory.u8(block + 4 + 8L * sub + k);
                Memory.putF32(out + 4L * k, scale * CodebookBlock.mxfp4Value(packed & 15));
                Memory.putF32(out + 32 + 4L * k, scale * CodebookBlock.mxfp4Value(packed >> 4));
            }
        }
    }

    @Override
    void decodeRow(long first, long stride, int count, long dst, long scratch) {
        for (int b = 0; b < count; b++) {
            decode(first + b * stride, dst + 4L * ELEMENTS * b, scratch);
        }
    }

    /// The value of the scale, halved; 00 and 7f are zero, an exponent of 0 has no leading one.
    private static float halfScale(int bits) {
        if (bits == 0 || bits == 0x7f) {
            return 0f;
        }
        int exponent = bits >> 3 & 0xf;
        int mantissa = bits & 7;
        int whole = exponent == 0 ? mantissa : 8 + mantissa;
        return whole * Float.intBitsToFloat(127 + Math.max(exponent, 1) - 11 << 23);
    }
}
