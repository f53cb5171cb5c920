// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q1_0`: f16 `d`, then 128 bits, lowest first; a set bit is `d`, a clear one `-d`.
final class Q1_0Codec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int i = 0; i < 128; i++) {
            int bit = LittleEndian.u8(src, offsetBytes + 2 + (i >> 3)) >> (i & 7) & 1;
            dst[dstOffset + i] = bit == 1 ? d : -d;
        }
    }
}
