// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// ggml's `block_q8_0`: f16 `d`, then 32 signed bytes; `w = d * q`.
final class Q8_0Codec implements Codec {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = Float.float16ToFloat(src.get(SHORT, offsetBytes));
        for (int i = 0; i < 32; i++) {
            dst[dstOffset + i] = src.get(ValueLayout.JAVA_BYTE, offsetBytes + 2 + i) * d;
        }
    }
}
