// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q5_1: f16 `d` and `m`, 32 fifth bits, then 16 bytes of two nibbles.
final class Q5_1Block extends IntegerBlock {
    Q5_1Block() {
        super(32, Form.OFFSET);
    }

    @Override
    void unpack(long block, long dst) {
        int fifth = Memory.i32(block + 4);
        for (int k = 0; k < 16; k++) {
            int packed = Memory.u8(block + 8 + k);
            Memory.putI16(dst + 2L * k, (short) (packed & 15 | (fifth >>> k & 1) << 4));
            Memory.putI16(dst + 32 + 2L * k, (short) (packed >> 4 | (fifth >>> k + 16 & 1) << 4));
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block);
    }

    @Override
    float min(long block) {
        return Memory.f16(block + 2);
    }
}
