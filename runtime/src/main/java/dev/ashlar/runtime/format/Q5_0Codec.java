// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q5_0`: f16 `d`, 32 bits that are the fifth bits of the quants, then nibbles as in Q4_0;
/// `w = d * (q - 16)`.
final class Q5_0Codec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        int fifth = LittleEndian.i32(src, offsetBytes + 2);
        for (int i = 0; i < 16; i++) {
            int packed = LittleEndian.u8(src, offsetBytes + 6 + i);
            dst[dstOffset + i] = ((packed & 0xf | (fifth >>> i & 1) << 4) - 16) * d;
            dst[dstOffset + 16 + i] = ((packed >> 4 | (fifth >>> 16 + i & 1) << 4) - 16) * d;
        }
    }
}
