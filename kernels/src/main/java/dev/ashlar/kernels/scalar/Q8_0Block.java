// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q8_0: f16 `d`, then 32 signed bytes.
final class Q8_0Block extends IntegerBlock {
    Q8_0Block() {
        super(32, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        for (int k = 0; k < 32; k++) {
            Memory.putI16(dst + 2L * k, Memory.i8(block + 2 + k));
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block);
    }
}
