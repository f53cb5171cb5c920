// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q4_0: f16 `d`, then 16 bytes of two quants around 8; the low nibbles are the first half.
final class Q4_0Block extends IntegerBlock {
    Q4_0Block() {
        super(32, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        for (int k = 0; k < 16; k++) {
            int packed = Memory.u8(block + 2 + k);
            Memory.putI16(dst + 2L * k, (short) ((packed & 15) - 8));
            Memory.putI16(dst + 32 + 2L * k, (short) ((packed >> 4) - 8));
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block);
    }
}
