// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;

/// Moves values between memory and float64 arrays.
final class Values {
    private Values() {}

    /// Decodes elements that lie contiguously.
    static double[] load(Format format, long address, int count) {
        double[] values = new double[count];
        if (format == Format.I32) {
            for (int i = 0; i < count; i++) {
                values[i] = Memory.i32(address + 4L * i);
            }
            return values;
        }
        float[] block = new float[format.blockElements()];
        for (int i = 0; i < count; i += block.length) {
            format.codec().decode(Memory.ALL, address + format.bytesOf(i), block, 0);
            for (int k = 0; k < block.length; k++) {
                values[i + k] = block[k];
            }
        }
        return values;
    }

    /// Rounds values to a dense format.
    static void store(Format format, long address, double[] values) {
        for (int i = 0; i < values.length; i++) {
            long element = address + (long) format.blockBytes() * i;
            float rounded = (float) values[i];
            switch (format) {
                case F32 -> Memory.putF32(element, rounded);
                case F16 -> Memory.putF16(element, rounded);
                case BF16 -> Memory.putI16(element, bf16(rounded));
                case I32 -> Memory.putI32(element, (int) values[i]);
                default -> throw new IllegalStateException("reference: no dense result format: " + format);
            }
        }
    }

    /// The nearest value with eight bits of precision, ties to even, found among its two neighbours.
    private static short bf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return (short) (bits >>> 16 | 0x40);
        }
        int below = bits >>> 16;
        int remainder = bits & 0xffff;
        boolean up = remainder > 0x8000 || remainder == 0x8000 && (below & 1) == 1;
        return (short) (up ? below + 1 : below);
    }
}
