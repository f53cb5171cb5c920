// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Single elements of tensors.
final class Elements {
    static final ValueLayout.OfFloat FLOAT =
            Memory.ready(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
    static final ValueLayout.OfInt INT =
            Memory.ready(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));

    private Elements() {}

    static float read(MemorySegment data, Format format, long index) {
        int block = format.blockElements();
        float[] values = new float[block];
        format.codec().decode(data, index / block * format.blockBytes(), values, 0);
        return values[(int) (index % block)];
    }

    /// Tells whether single numbers can be written in a format.
    static boolean isWritable(Format format) {
        return format.isDense();
    }

    /// Writes a number.
    ///
    /// @return false if the format cannot represent it: a fraction, or a large number, as an integer
    static boolean write(long address, Format format, long index, double value) {
        switch (format) {
            case F32 -> Memory.putF32(address + index * Float.BYTES, (float) value);
            case I32 -> {
                if ((int) value != value) {
                    return false;
                }
                Memory.putI32(address + index * Integer.BYTES, (int) value);
            }
            case F16 -> Memory.putF16(address + index * Short.BYTES, (float) value);
            case BF16 -> Memory.putI16(address + index * Short.BYTES, bf16((float) value));
            default -> throw new IllegalStateException("cannot write one element of " + format.spelling());
        }
        return true;
    }

    /// Rounds to the upper half of single precision, to nearest, ties to even; a NaN stays one.
    private static short bf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return (short) (bits >>> 16 | 0x40);
        }
        return (short) (bits + 0x7fff + (bits >>> 16 & 1) >>> 16);
    }
}
