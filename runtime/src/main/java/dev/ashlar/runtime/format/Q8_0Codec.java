// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q8_0`: f16 `d`, then 32 signed bytes; `w = d * q`.
final class Q8_0Codec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int i = 0; i < 32; i++) {
            dst[dstOffset + i] = LittleEndian.i8(src, offsetBytes + 2 + i) * d;
        }
    }
}
