// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q2_0`: f16 `d`, then 64 bit pairs, lowest first; `w = d * (q - 1)`.
final class Q2_0Codec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int i = 0; i < 64; i++) {
            int q = LittleEndian.u8(src, offsetBytes + 2 + (i >> 2)) >> (i & 3) * 2 & 3;
            dst[dstOffset + i] = (q - 1) * d;
        }
    }
}
