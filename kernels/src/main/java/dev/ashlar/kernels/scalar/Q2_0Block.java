// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q2_0: f16 `d`, then 16 bytes of four quants around 1.
final class Q2_0Block extends IntegerBlock {
    Q2_0Block() {
        super(64, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        for (int k = 0; k < 64; k++) {
            int quant = Memory.u8(block + 2 + (k >> 2)) >> (k & 3) * 2 & 3;
            Memory.putI16(dst + 2L * k, (short) (quant - 1));
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block);
    }
}
