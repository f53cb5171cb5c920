// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// The eight scales and eight minima of 6 bits that Q4_K and Q5_K pack into 12 bytes.
///
/// Bytes 0 to 3 hold scales 0 to 3 in their low 6 bits, bytes 4 to 7 minima 0 to 3; bytes 8 to 11 hold the low 4 bits
/// of scales 4 to 7 (low nibble) and of minima 4 to 7 (high nibble), whose upper 2 bits are atop the first eight bytes.
final class SixBit {
    private SixBit() {}

    static int scale(long packed, int index) {
        if (index < 4) {
            return Memory.u8(packed + index) & 63;
        }
        return Memory.u8(packed + 4 + index) & 15 | Memory.u8(packed + index - 4) >> 6 << 4;
    }

    static int min(long packed, int index) {
        if (index < 4) {
            return Memory.u8(packed + 4 + index) & 63;
        }
        return Memory.u8(packed + 4 + index) >> 4 | Memory.u8(packed + index) >> 6 << 4;
    }

    /// Writes every minimum twice: one for 16 elements.
    static void unpackMins(long packed, long dst) {
        for (int index = 0; index < 8; index++) {
            short min = (short) min(packed, index);
            Memory.putI16(dst + 4L * index, min);
            Memory.putI16(dst + 4L * index + 2, min);
        }
    }
}
