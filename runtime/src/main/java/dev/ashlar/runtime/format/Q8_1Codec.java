// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q8_1`: f16 `d`, f16 `s = d * sum(q)`, then 32 signed bytes; `x = d * q`.
final class Q8_1Codec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int i = 0; i < 32; i++) {
            dst[dstOffset + i] = LittleEndian.i8(src, offsetBytes + 4 + i) * d;
        }
    }
}
