// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads IQ4_XS: f16 `d`, two high bits for each of eight 6-bit scales, their low nibbles, then nibbles that index the
/// values of IQ4_NL; the low nibbles of 16 bytes are the first half of a sub-block of 32.
///
/// No [IntegerBlock]: under a scale of 0 the sign of a value survives, which a whole number has not.
final class IQ4_XSBlock extends BlockReader {
    private static final int ELEMENTS = 256;

    @Override
    void decode(long block, long dst, long scratch) {
        float d = Memory.f16(block);
        int high = Memory.i16(block + 2);
        for (int sub = 0; sub < 8; sub++) {
            int low = Memory.u8(block + 4 + (sub >> 1)) >> (sub & 1) * 4 & 0xf;
            float scale = d * ((low | (high >> sub * 2 & 3) << 4) - 32);
            long out = dst + 128L * sub;
            for (int k = 0; k < 16; k++) {
                int packed = Memory.u8(block + 8 + 16L * sub + k);
                Memory.putF32(out + 4L * k, scale * CodebookBlock.iq4NlValue(packed & 15));
                Memory.putF32(out + 64 + 4L * k, scale * CodebookBlock.iq4NlValue(packed >> 4));
            }
        }
    }

    @Override
    void decodeRow(long first, long stride, int count, long dst, long scratch) {
        for (int b = 0; b < count; b++) {
            decode(first + b * stride, dst + 4L * ELEMENTS * b, scratch);
        }
    }
}
