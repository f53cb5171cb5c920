// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q3_K: 32 bytes of high bits, 64 bytes of four low bit pairs, 12 bytes of sixteen 6-bit scales, f16 `d`.
///
/// Bit pairs lie as in Q2_K. Bit `j` of high byte `i` belongs to element `32 * j + i`; where it is clear the quant is 4
/// less.
final class Q3_KBlock extends IntegerBlock {
    Q3_KBlock() {
        super(256, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        for (int group = 0; group < 16; group++) {
            int scale = scale(block, group);
            for (int k = 0; k < 16; k++) {
                Memory.putI16(dst + 32L * group + 2L * k, (short) (scale * quant(block, group, k)));
            }
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block + 108);
    }

    /// Multiplies in the order of the codec: a negative sub-block scale gives a negative zero.
    @Override
    void decode(long block, long dst, long scratch) {
        for (int group = 0; group < 16; group++) {
            float scale = scale(block) * scale(block, group);
            for (int k = 0; k < 16; k++) {
                Memory.putF32(dst + 64L * group + 4L * k, scale * quant(block, group, k));
            }
        }
    }

    private static int quant(long block, int group, int k) {
        int pair = Memory.u8(block + 32 + (group >> 3) * 32 + (group & 1) * 16 + k) >> (group >> 1 & 3) * 2 & 3;
        int high = Memory.u8(block + (group & 1) * 16 + k) >> (group >> 1) & 1;
        return pair - 4 + 4 * high;
    }

    /// The low four bits are nibbles of the first eight bytes, the upper two bits pairs of the last four.
    private static int scale(long block, int group) {
        int low = Memory.u8(block + 96 + (group & 7)) >> (group >> 3) * 4 & 15;
        int high = Memory.u8(block + 104 + (group & 3)) >> (group >> 2) * 2 & 3;
        return (low | high << 4) - 32;
    }
}
