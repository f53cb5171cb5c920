// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_iq4_nl`: f16 `d`, then nibbles as in Q4_0 that index a table of 16 unevenly spaced values;
/// `w = d * value[q]`.
final class IQ4_NLCodec implements Codec {
    /// Shared with IQ4_XS; the values are part of the format (ggml's `kvalues_iq4nl`).
    static final byte[] VALUES = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes);
        for (int i = 0; i < 16; i++) {
            int packed = LittleEndian.u8(src, offsetBytes + 2 + i);
            dst[dstOffset + i] = VALUES[packed & 0xf] * d;
            dst[dstOffset + 16 + i] = VALUES[packed >> 4] * d;
        }
    }
}
