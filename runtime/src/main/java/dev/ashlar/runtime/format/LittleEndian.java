// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Unaligned little-endian access to the fields of a block.
final class LittleEndian {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int i8(MemorySegment src, long offsetBytes) {
        return src.get(ValueLayout.JAVA_BYTE, offsetBytes);
    }

    static int u8(MemorySegment src, long offsetBytes) {
        return src.get(ValueLayout.JAVA_BYTE, offsetBytes) & 0xff;
    }

    static int i16(MemorySegment src, long offsetBytes) {
        return src.get(SHORT, offsetBytes);
    }

    static int u16(MemorySegment src, long offsetBytes) {
        return src.get(SHORT, offsetBytes) & 0xffff;
    }

    static int i32(MemorySegment src, long offsetBytes) {
        return src.get(INT, offsetBytes);
    }

    static long i64(MemorySegment src, long offsetBytes) {
        return src.get(LONG, offsetBytes);
    }

    static float f16(MemorySegment src, long offsetBytes) {
        return Float.float16ToFloat(src.get(SHORT, offsetBytes));
    }

    static float f32(MemorySegment src, long offsetBytes) {
        return src.get(FLOAT, offsetBytes);
    }

    static double f64(MemorySegment src, long offsetBytes) {
        return src.get(DOUBLE, offsetBytes);
    }

    static void putI8(MemorySegment dst, long offsetBytes, int value) {
        dst.set(ValueLayout.JAVA_BYTE, offsetBytes, (byte) value);
    }

    static void putI16(MemorySegment dst, long offsetBytes, int value) {
        dst.set(SHORT, offsetBytes, (short) value);
    }

    static void putI32(MemorySegment dst, long offsetBytes, int value) {
        dst.set(INT, offsetBytes, value);
    }

    static void putI64(MemorySegment dst, long offsetBytes, long value) {
        dst.set(LONG, offsetBytes, value);
    }

    static void putF32(MemorySegment dst, long offsetBytes, float value) {
        dst.set(FLOAT, offsetBytes, value);
    }

    static void putF64(MemorySegment dst, long offsetBytes, double value) {
        dst.set(DOUBLE, offsetBytes, value);
    }
}
