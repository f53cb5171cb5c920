// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.runtime.memory.Memory;

/// Rows of dense weights as f32.
enum DenseRows {
    /// Single precision.
    F32(4) {
        @Override
        void widen(long src, int count, long dst) {
            long from = bounded(src);
            long to = bounded(dst);
            for (int k = 0; k < count; k += Width.FLOAT_LANES) {
                long at = offset(4 * k);
                Width.floats(from + at).intoMemorySegment(Memory.ALL, to + at, Width.ORDER);
            }
        }

        @Override
        float element(long address) {
            return Memory.f32(address);
        }
    },
    /// Half precision.
    F16(2) {
        @Override
        void widen(long src, int count, long dst) {
            long from = bounded(src);
            long to = bounded(dst);
            for (int k = 0; k < count; k += Width.FLOAT_LANES) {
                long at = offset(2 * k);
                Width.halves(from + at).intoMemorySegment(Memory.ALL, to + 2 * at, Width.ORDER);
            }
        }

        @Override
        float element(long address) {
            return Memory.f16(address);
        }
    },
    /// The upper half of single precision.
    BF16(2) {
        @Override
        void widen(long src, int count, long dst) {
            long from = bounded(src);
            long to = bounded(dst);
            for (int k = 0; k < count; k += Width.FLOAT_LANES) {
                long at = offset(2 * k);
                Width.upperHalves(from + at).intoMemorySegment(Memory.ALL, to + 2 * at, Width.ORDER);
            }
        }

        @Override
        float element(long address) {
            return Float.intBitsToFloat(Memory.i16(address) << 16);
        }
    };

    private final int bytes;

    DenseRows(int bytes) {
        this.bytes = bytes;
    }

    /// Returns the size of an element.
    int bytes() {
        return bytes;
    }

    /// Writes elements as f32.
    ///
    /// @param src address of the first
    /// @param count a multiple of the lanes of a vector
    /// @param dst `f32[count]`
    abstract void widen(long src, int count, long dst);

    /// Returns an element.
    abstract float element(long address);
}
