// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads Q5_K: f16 `d` and `dmin`, 12 bytes of scales and minima as in Q4_K, 32 bytes of fifth bits, 128 bytes of
/// nibbles as in Q4_K. Bit `j` of fifth byte `i` belongs to element `32 * j + i`.
final class Q5_KBlock extends IntegerBlock {
    Q5_KBlock() {
        super(256, Form.MINIMUM);
    }

    @Override
    void unpack(long block, long dst) {
        for (int sub = 0; sub < 8; sub++) {
            int scale = SixBit.scale(block + 4, sub);
            int shift = (sub & 1) * 4;
            long quants = block + 48 + (sub >> 1) * 32;
            for (int k = 0; k < 32; k++) {
                int fifth = Memory.u8(block + 16 + k) >> sub & 1;
                int quant = Memory.u8(quants + k) >> shift & 15 | fifth << 4;
                Memory.putI16(dst + 64L * sub + 2L * k, (short) (scale * quant));
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
