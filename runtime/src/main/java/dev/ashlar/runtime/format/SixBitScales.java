// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// The 12 bytes of Q4_K and Q5_K that hold eight 6-bit scales and eight 6-bit minima.
///
/// Bytes 0 to 3 hold scales 0 to 3 and bytes 4 to 7 minima 0 to 3 in their low six bits. Bytes 8 to 11 hold the low
/// four bits of scales 4 to 7 (low nibble) and of minima 4 to 7 (high nibble); the two bits above are the top
/// bits of bytes 0 to 3 and 4 to 7.
final class SixBitScales {
    private SixBitScales() {}

    static int scale(MemorySegment src, long offsetBytes, int index) {
        if (index < 4) {
            return LittleEndian.u8(src, offsetBytes + index) & 63;
        }
        int low = LittleEndian.u8(src, offsetBytes + index + 4) & 0xf;
        return low | LittleEndian.u8(src, offsetBytes + index - 4) >> 6 << 4;
    }

    static int minimum(MemorySegment src, long offsetBytes, int index) {
        if (index < 4) {
            return LittleEndian.u8(src, offsetBytes + index + 4) & 63;
        }
        int low = LittleEndian.u8(src, offsetBytes + index + 4) >> 4;
        return low | LittleEndian.u8(src, offsetBytes + index) >> 6 << 4;
    }
}
