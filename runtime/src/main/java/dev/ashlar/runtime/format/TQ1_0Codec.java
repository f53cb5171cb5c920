// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// ggml's `block_tq1_0`: 48 bytes of five ternary digits each, 4 bytes of four, f16 `d`; `w = d * (digit - 1)`.
///
/// A byte is the fraction `digits / 243` in units of 1/256, rounded up: its first digit is `byte * 3 / 256`, and
/// multiplying by 3 modulo 256 moves to the next. The first 32 bytes hold elements 0 to 159, digit by digit, the next
/// 16 bytes 160 to 239, and the last 4 bytes 240 to 255.
final class TQ1_0Codec implements Codec {
    private static final int D = 52;

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        float d = LittleEndian.f16(src, offsetBytes + D);
        int at = run(src, offsetBytes, 32, 5, d, dst, dstOffset);
        at = run(src, offsetBytes + 32, 16, 5, d, dst, at);
        run(src, offsetBytes + 48, 4, 4, d, dst, at);
    }

    private static int run(MemorySegment src, long offsetBytes, int bytes, int digits, float d, float[] dst, int at) {
        int power = 1;
        int next = at;
        for (int digit = 0; digit < digits; digit++) {
            for (int i = 0; i < bytes; i++) {
                int fraction = LittleEndian.u8(src, offsetBytes + i) * power & 0xff;
                dst[next++] = ((fraction * 3 >> 8) - 1) * d;
            }
            power *= 3;
        }
        return next;
    }
}
