// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_q4_1`: f16 `d`, f16 `m`, then 16 bytes whose low nibbles are elements 0 to 15 and high nibbles 16 to
/// 31; `w = d * q + m`.
final class Q4_1Codec implements Codec {
    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        float m = LittleEndian.f16(src, offsetBytes + 2);
        for (int i = 0; i < 16; i++) {
            int packed = LittleEndian.u8(src, offsetBytes + 4 + i);
            dst[dstOffset + i] = (packed & 0xf) * d + m;
            dst[dstOffset + 16 + i] = (packed >> 4) * d + m;
        }
    }
}
