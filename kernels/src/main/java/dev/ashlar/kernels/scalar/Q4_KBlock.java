// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q4_K: f16 `d` and `dmin`, 12 bytes of eight 6-bit scales and minima, then 128 bytes of two quants; the low
/// nibbles of 32 bytes are one sub-block, the high nibbles the next.
final class Q4_KBlock extends IntegerBlock {
    Q4_KBlock() {
        super(256, Form.MINIMUM);
    }

    @Override
    void unpack(long block, long dst) {
        for (int pair = 0; pair < 4; pair++) {
            int low = SixBit.scale(block + 4, 2 * pair);
            int high = SixBit.scale(block + 4, 2 * pair + 1);
            long quants = block + 16 + 32L * pair;
            long out = dst + 128L * pair;
            for (int k = 0; k < 32; k++) {
                int packed = Memory.u8(quants + k);
                Memory.putI16(out + 2L * k, (short) (low * (packed & 15)));
                Memory.putI16(out + 64 + 2L * k, (short) (high * (packed >> 4)));
            }
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

    @Override
    void unpackMins(long block, long dst) {
        SixBit.unpackMins(block + 4, dst);
    }
}
