// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// A reader of blocks whose weights are whole numbers times the scale of the block, less a minimum in some formats:
/// `w[k] = scale * q[k]`, `w[k] = scale * q[k] - min * mins[k / 16]` or `w[k] = scale * q[k] + min`.
///
/// The scales of sub-blocks are factors of `q`: they and the quants are so short that `scale * q` is exact in f32, so
/// decoded values have the bits of the codec whichever way they are multiplied.
abstract class IntegerBlock extends BlockReader {
    /// How a value is made of the whole numbers.
    enum Form {
        /// `scale * q`.
        SCALED,
        /// `scale * q - min * mins[k / 16]`.
        MINIMUM,
        /// `scale * q + min`.
        OFFSET
    }

    private final int elements;
    private final Form form;

    IntegerBlock(int elements, Form form) {
        this.elements = elements;
        this.form = form;
    }

    final Form form() {
        return form;
    }

    final int elements() {
        return elements;
    }

    /// Writes the whole numbers of a block, sub-block scales multiplied in.
    ///
    /// @param block address of the block
    /// @param dst address of `i16[elements]`, overwritten
    abstract void unpack(long block, long dst);

    /// Returns the scale of a block.
    ///
    /// @param block address of the block
    /// @return `d`
    abstract float scale(long block);

    /// Returns the scale of the minima, or the offset.
    ///
    /// @param block address of the block
    /// @return 0 where the format has none
    float min(long block) {
        return 0f;
    }

    /// Writes the minima of a block, one for 16 elements.
    ///
    /// @param block address of the block
    /// @param dst address of `i16[elements / 16]`, overwritten
    void unpackMins(long block, long dst) {}

    @Override
    final void decodeRow(long first, long stride, int count, long dst, long scratch) {
        for (int b = 0; b < count; b++) {
            decode(first + b * stride, dst + 4L * elements * b, scratch);
        }
    }

    @Override
    void decode(long block, long dst, long scratch) {
        // The whole numbers lie in the upper half of dst: element k is read before a wider result covers it.
        long packed = dst + 2L * elements;
        unpack(block, packed);
        float d = scale(block);
        float m = min(block);
        switch (form) {
            case SCALED -> {
                for (int k = 0; k < elements; k++) {
                    Memory.putF32(dst + 4L * k, d * Memory.i16(packed + 2L * k));
                }
            }
            case MINIMUM -> {
                unpackMins(block, scratch);
                for (int k = 0; k < elements; k++) {
                    float base = m * Memory.i16(scratch + 2L * (k >> 4));
                    Memory.putF32(dst + 4L * k, d * Memory.i16(packed + 2L * k) - base);
                }
            }
            case OFFSET -> {
                for (int k = 0; k < elements; k++) {
                    Memory.putF32(dst + 4L * k, d * Memory.i16(packed + 2L * k) + m);
                }
            }
        }
    }
}
