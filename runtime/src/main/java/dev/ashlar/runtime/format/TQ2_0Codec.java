// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_tq2_0`: 64 bytes of four 2-bit digits each, f16 `d`; `w = d * (digit - 1)`.
///
/// The bit pairs of each half of 32 bytes serve four runs of 32 elements.
final class TQ2_0Codec implements Codec {
    private static final int D = 64;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes + D);
        for (int run = 0; run < 8; run++) {
            long bytes = offsetBytes + (run >> 2) * 32;
            int shift = (run & 3) * 2;
            for (int i = 0; i < 32; i++) {
                dst[dstOffset + run * 32 + i] = ((LittleEndian.u8(src, bytes + i) >> shift & 3) - 1) * d;
            }
        }
    }
}
