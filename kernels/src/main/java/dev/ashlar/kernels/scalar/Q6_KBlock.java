// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q6_K: 128 bytes of low nibbles, 64 bytes of upper bit pairs, 16 signed scales of 16 elements, f16 `d`.
///
/// Each half of 128 elements has 64 nibble bytes and 32 pair bytes; byte `l` of the pairs belongs to elements `l`,
/// `l + 32`, `l + 64` and `l + 96`.
final class Q6_KBlock extends IntegerBlock {
    Q6_KBlock() {
        super(256, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        for (int half = 0; half < 2; half++) {
            long low = block + 64L * half;
            long high = block + 128 + 32L * half;
            long scales = block + 192 + 8L * half;
            long out = dst + 256L * half;
            for (int l = 0; l < 32; l++) {
                long scale = scales + (l >> 4);
                int first = Memory.u8(low + l);
                int second = Memory.u8(low + 32 + l);
                int pairs = Memory.u8(high + l);
                put(out + 2L * l, scale, first & 15 | (pairs & 3) << 4);
                put(out + 64 + 2L * l, scale + 2, second & 15 | (pairs >> 2 & 3) << 4);
                put(out + 128 + 2L * l, scale + 4, first >> 4 | (pairs >> 4 & 3) << 4);
                put(out + 192 + 2L * l, scale + 6, second >> 4 | pairs >> 6 << 4);
            }
        }
    }

    private static void put(long dst, long scale, int quant) {
        Memory.putI16(dst, (short) (Memory.i8(scale) * (quant - 32)));
    }

    @Override
    float scale(long block) {
        return Memory.f16(block + 208);
    }

    /// Multiplies in the order of the codec: a negative sub-block scale gives a negative zero.
    @Override
    void decode(long block, long dst, long scratch) {
        float d = scale(block);
        for (int half = 0; half < 2; half++) {
            long low = block + 64L * half;
            long high = block + 128 + 32L * half;
            long scales = block + 192 + 8L * half;
            long out = dst + 512L * half;
            for (int l = 0; l < 32; l++) {
                long scale = scales + (l >> 4);
                int first = Memory.u8(low + l);
                int second = Memory.u8(low + 32 + l);
                int pairs = Memory.u8(high + l);
                put(out + 4L * l, d, scale, first & 15 | (pairs & 3) << 4);
                put(out + 128 + 4L * l, d, scale + 2, second & 15 | (pairs >> 2 & 3) << 4);
                put(out + 256 + 4L * l, d, scale + 4, first >> 4 | (pairs >> 4 & 3) << 4);
                put(out + 384 + 4L * l, d, scale + 6, second >> 4 | pairs >> 6 << 4);
            }
        }
    }

    private static void put(long dst, float d, long scale, int quant) {
        Memory.putF32(dst, d * Memory.i8(scale) * (quant - 32));
    }
}
