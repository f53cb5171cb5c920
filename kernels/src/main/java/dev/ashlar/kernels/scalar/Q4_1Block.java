// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q4_1: f16 `d` and `m`, then 16 bytes of two quants; the low nibbles are the first half.
final class Q4_1Block extends IntegerBlock {
    Q4_1Block() {
        super(32, Form.OFFSET);
    }

    @Override
    void unpack(long block, long dst) {
        for (int k = 0; k < 16; k++) {
            int packed = Memory.u8(block + 4 + k);
            Memory.putI16(dst + 2L * k, (short) (packed & 15));
            Memory.putI16(dst + 32 + 2L * k, (short) (packed >> 4));
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
