// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Copies dense elements of 2 or 4 bytes.
final class Copy {
    private Copy() {}

    /// Copies elements that lie one after the other.
    static void elements(long src, long dst, int count, int width) {
        if (width == 4) {
            for (int i = 0; i < count; i++) {
                Memory.putI32(dst + 4L * i, Memory.i32(src + 4L * i));
            }
        } else {
            for (int i = 0; i < count; i++) {
                Memory.putI16(dst + 2L * i, Memory.i16(src + 2L * i));
            }
        }
    }
}
