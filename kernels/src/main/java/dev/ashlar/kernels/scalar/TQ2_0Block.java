// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads TQ2_0: 64 bytes of four quants -1, 0 or 1, f16 `d`; the bit pairs of 32 bytes are four runs of 32 elements.
final class TQ2_0Block extends IntegerBlock {
    TQ2_0Block() {
        super(256, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        for (int run = 0; run < 8; run++) {
            long bytes = block + (run >> 2) * 32;
            int shift = (run & 3) * 2;
            for (int k = 0; k < 32; k++) {
                Memory.putI16(dst + 64L * run + 2L * k, (short) ((Memory.u8(bytes + k) >> shift & 3) - 1));
            }
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block + 64);
    }
}
