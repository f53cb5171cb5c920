// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads TQ1_0: 48 bytes of five ternary digits, 4 bytes of four, f16 `d`.
///
/// A byte is a fraction in units of 1/256: its first digit is `byte * 3 / 256`, and multiplying by 3 modulo 256 moves
/// to
/// the next. Runs of 32, 16 and 4 bytes hold their elements digit by digit.
final class TQ1_0Block extends IntegerBlock {
    TQ1_0Block() {
        super(256, Form.SCALED);
    }

    @Override
    void unpack(long block, long dst) {
        run(block, 32, 5, dst);
        run(block + 32, 16, 5, dst + 320);
        run(block + 48, 4, 4, dst + 480);
    }

    private static void run(long bytes, int count, int digits, long dst) {
        int power = 1;
        for (int digit = 0; digit < digits; digit++) {
            for (int k = 0; k < count; k++) {
                int fraction = Memory.u8(bytes + k) * power & 255;
                Memory.putI16(dst + 2L * (digit * count + k), (short) ((fraction * 3 >> 8) - 1));
            }
            power *= 3;
        }
    }

    @Override
    float scale(long block) {
        return Memory.f16(block + 52);
    }
}
