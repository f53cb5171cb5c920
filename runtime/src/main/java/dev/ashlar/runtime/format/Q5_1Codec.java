// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q5_1`: f16 `d`, f16 `m`, 32 bits that are the fifth bits of the quants, then nibbles as in Q4_0;
/// `w = d * q + m`.
final class Q5_1Codec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        float m = LittleEndian.f16(src, offsetBytes + 2);
        int fifth = LittleEndian.i32(src, offsetBytes + 4);
        for (int i = 0; i < 16; i++) {
            int packed = LittleEndian.u8(src, offsetBytes + 8 + i);
            dst[dstOffset + i] = (packed & 0xf | (fifth >>> i & 1) << 4) * d + m;
            dst[dstOffset + 16 + i] = (packed >> 4 | (fifth >>> 16 + i & 1) << 4) * d + m;
        }
    }
}
