// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;

/// Where the fields of a block of int8 activations are.
///
/// @param bytes size of a block
/// @param halfScale true if the scale is f16, false if f32; it is the first field
/// @param quants offset of the signed bytes
/// @param sums offset of the sums: i16 of 16 quants (Q8_K), one f16 `d * sum` (Q8_1)
record Int8Block(int bytes, boolean halfScale, int quants, int sums) {
    private static final Int8Block Q8_0_BLOCK = new Int8Block(34, true, 2, 0);
    private static final Int8Block Q8_1_BLOCK = new Int8Block(36, true, 4, 2);
    private static final Int8Block Q8_K_BLOCK = new Int8Block(292, false, 4, 260);

    static Int8Block of(Format format) {
        return switch (format) {
            case Q8_0 -> Q8_0_BLOCK;
            case Q8_1 -> Q8_1_BLOCK;
            case Q8_K -> Q8_K_BLOCK;
            default -> throw new IllegalArgumentException("no int8 activations: " + format);
        };
    }

    float scale(long block) {
        return halfScale ? Memory.f16(block) : Memory.f32(block);
    }
}
