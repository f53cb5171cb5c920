// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q5_0: f16 `d`, 32 fifth bits, then 16 bytes of two nibbles; quants are around 16.
final class Q5_0Block extends IntegerBlock {
    Q5_0Block() {
        super(32, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        int fifth = Memory.i32(block + 2);
        for (int k = 0; k < 16; k++) {
            int packed = Memory.u8(block + 6 + k);
            Memory.putI16(dst + 2L * k, (short) ((packed & 15 | (fifth >>> k & 1) << 4) - 16));
            Memory.putI16(dst + 32 + 2L * k, (short) ((packed >> 4 | (fifth >>> k + 16 & 1) << 4) - 16));
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block);
    }
}
