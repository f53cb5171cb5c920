// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.format.LatticeGrid;
import dev.ashlar.runtime.memory.Memory;

/// Readers of the formats of 256 elements whose runs of 4 or 8 are points of a [LatticeGrid]: the IQ1, IQ2 and IQ3
/// formats. Their codecs describe the fields.
final class LatticeBlocks {
    private static final int ELEMENTS = 256;

    private LatticeBlocks() {}

    /// One format; says where the point of a run is, and its scale and signs.
    private abstract static class Lattice extends BlockReader {
        private final LatticeGrid grid;
        private final int width;

        Lattice(LatticeGrid grid) {
            this.grid = grid;
            width = grid.width();
        }

        abstract int point(long block, int run);

        abstract float scale(long block, int run);

        /// Returns a bit for each element of a run that is negative.
        abstract int signs(long block, int run);

        @Override
        void decode(long block, long dst, long scratch) {
            for (int run = 0; run < ELEMENTS / width; run++) {
                int point = point(block, run);
                float scale = scale(block, run);
                int signs = signs(block, run);
                for (int i = 0; i < width; i++) {
                    float value = scale * grid.level(point, i);
                    Memory.putF32(dst + 4L * (width * run + i), (signs >> i & 1) == 1 ? -value : value);
                }
            }
        }

        @Override
        final void decodeRow(long first, long stride, int count, long dst, long scratch) {
            for (int b = 0; b < count; b++) {
                decode(first + b * stride, dst + 4L * ELEMENTS * b, scratch);
            }
        }
    }

    /// A ternary grid that is shifted instead of signed.
    private abstract static class Shifted extends Lattice {
        Shifted() {
            super(LatticeGrid.IQ1_S);
        }

        abstract boolean isShiftedDown(long block, int run);

        @Override
        final int signs(long block, int run) {
            return 0;
        }

        @Override
        final void decode(long block, long dst, long scratch) {
            for (int run = 0; run < ELEMENTS / 8; run++) {
                int point = point(block, run);
                float scale = scale(block, run);
                float shift = isShiftedDown(block, run) ? -LatticeGrid.SHIFT : LatticeGrid.SHIFT;
                for (int i = 0; i < 8; i++) {
                    Memory.putF32(dst + 4L * (8 * run + i), scale * (LatticeGrid.IQ1_S.level(point, i) + shift));
                }
            }
        }
    }

    static final class IQ1_S extends Shifted {
        private static int word(long block, int run) {
            return Memory.i16(block + 34 + (run >> 2) * 2) & 0xffff;
        }

        @Override
        int point(long block, int run) {
            return Memory.u8(block + 2 + run) | (word(block, run) >> (run & 3) * 3 & 7) << 8;
        }

        @Override
        float scale(long block, int run) {
            return Memory.f16(block) * (2 * (word(block, run) >> 12 & 7) + 1);
        }

        @Override
        boolean isShiftedDown(long block, int run) {
            return word(block, run) >= 0x8000;
        }
    }

    static final class IQ1_M extends Shifted {
        private static final int WORDS = 48;

        private static int nibble(long block, int run) {
            return Memory.u8(block + 32 + (run >> 1)) >> (run & 1) * 4 & 0xf;
        }

        @Override
        int point(long block, int run) {
            return Memory.u8(block + run) | (nibble(block, run) & 7) << 8;
        }

        /// Four bits of the f16 scale are on top of each of the four words.
        @Override
        float scale(long block, int run) {
            int bits = 0;
            for (int i = 0; i < 4; i++) {
                bits |= Memory.u8(block + WORDS + 2 * i + 1) >> 4 << 4 * i;
            }
            int word = Memory.i16(block + WORDS + (run >> 3) * 2);
            return Float.float16ToFloat((short) bits) * (2 * (word >> (run >> 1 & 3) * 3 & 7) + 1);
        }

        @Override
        boolean isShiftedDown(long block, int run) {
            return nibble(block, run) >= 8;
        }
    }

    static final class IQ2_XXS extends Lattice {
        IQ2_XXS() {
            super(LatticeGrid.IQ2_XXS);
        }

        private static int word(long block, int run) {
            return Memory.i32(block + 6 + (run >> 2) * 8);
        }

        @Override
        int point(long block, int run) {
            return Memory.u8(block + 2 + (run >> 2) * 8 + (run & 3));
        }

        @Override
        float scale(long block, int run) {
            return Memory.f16(block) * (0.5f + (word(block, run) >>> 28)) * 0.25f;
        }

        @Override
        int signs(long block, int run) {
            return LatticeGrid.signs(word(block, run) >>> 7 * (run & 3) & 0x7f);
        }
    }

    static final class IQ2_XS extends Lattice {
        IQ2_XS() {
            super(LatticeGrid.IQ2_XS);
        }

        private static int word(long block, int run) {
            return Memory.i16(block + 2 + run * 2) & 0xffff;
        }

        @Override
        int point(long block, int run) {
            return word(block, run) & 0x1ff;
        }

        @Override
        float scale(long block, int run) {
            return pairScale(block, 66, run);
        }

        @Override
        int signs(long block, int run) {
            return LatticeGrid.signs(word(block, run) >> 9);
        }
    }

    static final class IQ2_S extends Lattice {
        IQ2_S() {
            super(LatticeGrid.IQ2_S);
        }

        @Override
        int point(long block, int run) {
            int high = Memory.u8(block + 66 + (run >> 2)) >> (run & 3) * 2 & 3;
            return Memory.u8(block + 2 + run) | high << 8;
        }

        @Override
        float scale(long block, int run) {
            return pairScale(block, 74, run);
        }

        @Override
        int signs(long block, int run) {
            return Memory.u8(block + 34 + run);
        }
    }

    /// A scale of 16 elements, two of them in a byte.
    private static float pairScale(long block, int scales, int run) {
        int packed = Memory.u8(block + scales + (run >> 2)) >> (run & 2) * 2 & 0xf;
        return Memory.f16(block) * (0.5f + packed) * 0.25f;
    }

    static final class IQ3_XXS extends Lattice {
        IQ3_XXS() {
            super(LatticeGrid.IQ3_XXS);
        }

        private static int word(long block, int run) {
            return Memory.i32(block + 66 + (run >> 3) * 4);
        }

        @Override
        int point(long block, int run) {
            return Memory.u8(block + 2 + run);
        }

        @Override
        float scale(long block, int run) {
            return Memory.f16(block) * (0.5f + (word(block, run) >>> 28)) * 0.5f;
        }

        @Override
        int signs(long block, int run) {
            return LatticeGrid.signs(word(block, run) >>> 7 * (run >> 1 & 3) & 0x7f) >> (run & 1) * 4;
        }
    }

    static final class IQ3_S extends Lattice {
        IQ3_S() {
            super(LatticeGrid.IQ3_S);
        }

        @Override
        int point(long block, int run) {
            int ninth = Memory.u8(block + 66 + (run >> 3)) >> (run & 7) & 1;
            return Memory.u8(block + 2 + run) | ninth << 8;
        }

        @Override
        float scale(long block, int run) {
            int packed = Memory.u8(block + 106 + (run >> 4)) >> (run >> 3 & 1) * 4 & 0xf;
            return Memory.f16(block) * (1 + 2 * packed);
        }

        @Override
        int signs(long block, int run) {
            return Memory.u8(block + 74 + (run >> 1)) >> (run & 1) * 4;
        }
    }
}
