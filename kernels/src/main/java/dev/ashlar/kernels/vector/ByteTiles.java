// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Fours.VECTOR;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/// The formats of bytes in [LinearBytesOneToken].
final class ByteTiles {
    /// Of factors.
    private static final float SCALE = 0x1p-24f;

    private ByteTiles() {}

    /// `d * q`.
    static final class Q8_0 implements ByteTile {
        private static final int BLOCK = 34 * TILE;

        @Override
        public int group() {
            return 32;
        }

        @Override
        public int stride() {
            return BLOCK;
        }

        @Override
        public long quants(long tile, int blocks, long dst) {
            return tile + 2 * TILE;
        }

        @Override
        public void factors(long tile, int blocks, long dst) {
            long from = bounded(tile);
            long to = bounded(dst);
            for (int block = 0; block < blocks; block++) {
                Fours.put(from + offset(block) * BLOCK, SCALE, 1f, to + offset(block) * Fours.GROUP);
            }
        }
    }

    /// `d * scale * (q - 32)`, in blocks of [LinearFours#DEPTH]; the product of the scales is exact.
    static final class Q6_K implements ByteTile {
        private final FloatTile bytes = new FloatTiles.Q6_K();

        @Override
        public int group() {
            return 16;
        }

        @Override
        public int stride() {
            return 16 * TILE;
        }

        @Override
        public long quants(long tile, int blocks, long dst) {
            bytes.quants(tile, dst);
            return dst;
        }

        @Override
        public void factors(long tile, int blocks, long dst) {
            long from = bounded(tile + 192 * TILE);
            long to = bounded(dst);
            long scale = to + 15 * Fours.GROUP;
            Fours.put(from + 16 * TILE, SCALE, 1f, scale);
            for (int part = 0; part < Fours.PARTS; part++) {
                for (int b = 0; b < 4; b++) {
                    int at = part * Fours.FOURS + b * VECTOR;
                    multiply(from + part * VECTOR, 24 - 8 * b, EightSums.load(scale + at), to + at);
                }
            }
        }

        /// Writes the products of the scales of a byte of integers.
        private static void multiply(long scales, int shift, FloatVector scale, long dst) {
            for (int j = 0; j < 16; j++) {
                IntVector numbers = Fours.ints(scales + offset(j) * TILE)
                        .lanewise(VectorOperators.LSHL, shift)
                        .lanewise(VectorOperators.ASHR, 24);
                FloatVector factor = (FloatVector) numbers.convertShape(VectorOperators.I2F, EightSums.SPECIES, 0);
                Fours.put(scale.mul(factor), dst + offset(j) * Fours.GROUP);
            }
        }
    }
}
