// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/// The formats of nibbles in [LinearNibblesOneToken].
final class NibbleTiles {
    private static final int ADDENDS = Fours.FOURS / 2;

    private NibbleTiles() {}

    /// `d * (q - 8)`.
    static final class Q4_0 implements NibbleTile {
        private static final int BLOCK = 18 * TILE;

        @Override
        public int stepBytes() {
            return 16;
        }

        @Override
        public int quants() {
            return 2 * TILE;
        }

        @Override
        public int stride() {
            return BLOCK;
        }

        @Override
        public int upper() {
            return 0;
        }

        @Override
        public boolean signed() {
            return true;
        }

        @Override
        public void factors(long tile, int blocks, long dst) {
            long from = bounded(tile);
            long to = bounded(dst);
            for (int block = 0; block < blocks; block++) {
                Fours.put(from + offset(block) * BLOCK, 1f, 0x1p-8f, to + offset(block) * Fours.GROUP);
            }
        }
    }

    /// `d * (scale * q) - dmin * min`; all products are exact.
    static final class Q4_K implements NibbleTile {
        private static final int BLOCK = 144 * TILE;

        @Override
        public int stepBytes() {
            return 32;
        }

        @Override
        public int quants() {
            return 16 * TILE;
        }

        @Override
        public int stride() {
            return 32 * TILE;
        }

        @Override
        public int upper() {
            return Fours.GROUP;
        }

        @Override
        public boolean signed() {
            return false;
        }

        @Override
        public void factors(long tile, int blocks, long dst) {
            for (int block = 0; block < blocks; block++) {
                long from = tile + (long) block * BLOCK;
                long to = dst + 8L * block * Fours.GROUP;
                long scales = to + 7 * Fours.GROUP;
                Fours.put(from, 1f, 0x1p-8f, scales);
                Fours.put(from + 2 * TILE, -1f, 1f, scales + ADDENDS);
                for (int j = 0; j < 8; j++) {
                    for (int part = 0; part < Fours.PARTS; part++) {
                        long bytes = from + 4 * TILE + (long) part * Fours.VECTOR;
                        long at = (long) part * Fours.FOURS;
                        multiply(six(bytes, j, 0), scales + at, to + (long) j * Fours.GROUP + at);
                        multiply(six(bytes, j, 4), scales + at + ADDENDS, to + (long) j * Fours.GROUP + at + ADDENDS);
                    }
                }
            }
        }

        /// Writes products of bytes and floats; the last ones overwrite the floats.
        private static void multiply(IntVector bytes, long floats, long dst) {
            for (int b = 0; b < 4; b++) {
                FloatVector number = (FloatVector) bytes.lanewise(VectorOperators.LSHR, 8 * b)
                        .and(63)
                        .convertShape(VectorOperators.I2F, EightSums.SPECIES, 0);
                Fours.put(number.mul(EightSums.load(floats + b * Fours.VECTOR)), dst + b * Fours.VECTOR);
            }
        }

        /// Returns scales (field 0) or minima (field 4) of six bits.
        private static IntVector six(long bytes, int j, int field) {
            if (j < 4) {
                return Fours.ints(bytes + (long) (j + field) * TILE).and(0x3f3f3f3f);
            }
            IntVector low = Fours.ints(bytes + (long) (j + 4) * TILE).lanewise(VectorOperators.LSHR, field);
            IntVector high = Fours.ints(bytes + (long) (j - 4 + field) * TILE)
                    .and(0xc0c0c0c0)
                    .lanewise(VectorOperators.LSHR, 2);
            return low.and(0x0f0f0f0f).or(high);
        }
    }
}
