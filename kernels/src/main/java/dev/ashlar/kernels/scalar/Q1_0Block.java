// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q1_0: f16 `d`, then 128 sign bits; a set bit is `d`, a clear one `-d`.
final class Q1_0Block extends IntegerBlock {
    Q1_0Block() {
        super(128, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        for (int k = 0; k < 128; k++) {
            int bit = Memory.u8(block + 2 + (k >> 3)) >> (k & 7) & 1;
            Memory.putI16(dst + 2L * k, (short) (2 * bit - 1));
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block);
    }
}
