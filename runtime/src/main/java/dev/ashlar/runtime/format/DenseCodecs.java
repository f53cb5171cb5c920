// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Codecs of the formats whose block is one element.
final class DenseCodecs {
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private DenseCodecs() {}

    static void f32(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        dst[dstOffset] = src.get(FLOAT, offsetBytes);
    }

    static void f16(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        dst[dstOffset] = Float.float16ToFloat(src.get(SHORT, offsetBytes));
    }

    static void bf16(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        dst[dstOffset] = Float.intBitsToFloat(src.get(SHORT, offsetBytes) << 16);
    }

    static void i32(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        dst[dstOffset] = src.get(INT, offsetBytes);
    }
}
