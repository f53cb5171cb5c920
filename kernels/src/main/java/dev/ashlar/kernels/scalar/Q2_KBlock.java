// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q2_K: 16 bytes of a 4-bit scale and a 4-bit minimum for 16 elements, 64 bytes of four quants, f16 `d`, `dmin`.
///
/// The four bit pairs of 32 bytes are four runs of 32 elements.
final class Q2_KBlock extends IntegerBlock {
    Q2_KBlock() {
        super(256, Form.MINIMUM);
    }

    @Override
    void unpack(long block, long dst) {
        for (int group = 0; group < 16; group++) {
            int scale = Memory.u8(block + group) & 15;
            int shift = (group >> 1 & 3) * 2;
            long quants = block + 16 + (group >> 3) * 32 + (group & 1) * 16;
            for (int k = 0; k < 16; k++) {
                Memory.putI16(dst + 32L * group + 2L * k, (short) (scale * (Memory.u8(quants + k) >> shift & 3)));
            }
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block + 80);
    }

    @Override
    float min(long block) {
        return Memory.f16(block + 82);
    }

    @Override
    void unpackMins(long block, long dst) {
        for (int group = 0; group < 16; group++) {
            Memory.putI16(dst + 2L * group, (short) (Memory.u8(block + group) >> 4));
        }
    }
}
