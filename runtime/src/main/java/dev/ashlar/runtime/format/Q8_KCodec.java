// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q8_K`: f32 `d`, 256 signed bytes, then 16 sums of 16 quants each as i16; `x = d * q`.
final class Q8_KCodec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f32(src, offsetBytes);
        for (int i = 0; i < 256; i++) {
            dst[dstOffset + i] = LittleEndian.i8(src, offsetBytes + 4 + i) * d;
        }
    }
}
