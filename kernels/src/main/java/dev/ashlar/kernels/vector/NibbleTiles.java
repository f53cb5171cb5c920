// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The formats of nibbles in [LinearNibblesOneToken].
final class NibbleTiles {
    /// As many integers as [EightSums#SPECIES] has floats: the rows of one byte in all integers.
    private static final VectorSpecies<Integer> EIGHT = EightSums.SPECIES.withLanes(int.class);

    private static final int ADDENDS = NibbleTile.FOURS / 2;

    private NibbleTiles() {}

    /// Writes numbers in half precision, each row's where its byte is.
    ///
    /// @param halves those of a tile of rows
    /// @param scale of byte `b` is `scale * ratio^b`
    private static void put(long halves, float scale, float ratio, long dst) {
        for (int row = 0; row < TILE; row += Width.LANES) {
            LongVector fours = LongVector.fromMemorySegment(Width.LONGS, Memory.ALL, halves + 2L * row, Width.ORDER);
            long out = dst + row / (4 * EightSums.LANES) * NibbleTile.FOURS + row % (4 * EightSums.LANES);
            put(Width.halves(fours, 0).mul(scale), out);
            put(Width.halves(fours, 16).mul(scale * ratio), out + NibbleTile.VECTOR);
            put(Width.halves(fours, 32).mul(scale * ratio * ratio), out + 2 * NibbleTile.VECTOR);
            put(Width.halves(fours, 48).mul(scale * ratio * ratio * ratio), out + 3 * NibbleTile.VECTOR);
        }
    }

    /// Writes floats for each element of a vector.
    private static void put(FloatVector value, long dst) {
        value.intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        if (NibbleTile.ELEMENTS == 2) {
            value.intoMemorySegment(Memory.ALL, dst + NibbleTile.VECTOR / 2, Width.ORDER);
        }
    }

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
                put(from + offset(block) * BLOCK, 1f, 0x1p-8f, to + offset(block) * GROUP);
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
            return GROUP;
        }

        @Override
        public boolean signed() {
            return false;
        }

        @Override
        public void factors(long tile, int blocks, long dst) {
            for (int block = 0; block < blocks; block++) {
                long from = tile + (long) block * BLOCK;
                long to = dst + 8L * block * GROUP;
                long scales = to + 7 * GROUP;
                put(from, 1f, 0x1p-8f, scales);
                put(from + 2 * TILE, -1f, 1f, scales + ADDENDS);
                for (int j = 0; j < 8; j++) {
                    for (int part = 0; part < PARTS; part++) {
                        long bytes = from + 4 * TILE + (long) part * VECTOR;
                        long at = (long) part * FOURS;
                        multiply(six(bytes, j, 0), scales + at, to + (long) j * GROUP + at);
                        multiply(six(bytes, j, 4), scales + at + ADDENDS, to + (long) j * GROUP + at + ADDENDS);
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
                put(number.mul(EightSums.load(floats + b * VECTOR)), dst + b * VECTOR);
            }
        }

        /// Returns scales (field 0) or minima (field 4) of six bits.
        private static IntVector six(long bytes, int j, int field) {
            if (j < 4) {
                return ints(bytes + (long) (j + field) * TILE).and(0x3f3f3f3f);
            }
            IntVector low = ints(bytes + (long) (j + 4) * TILE).lanewise(VectorOperators.LSHR, field);
            IntVector high =
                    ints(bytes + (long) (j - 4 + field) * TILE).and(0xc0c0c0c0).lanewise(VectorOperators.LSHR, 2);
            return low.and(0x0f0f0f0f).or(high);
        }

        private static IntVector ints(long address) {
            return IntVector.fromMemorySegment(EIGHT, Memory.ALL, address, Width.ORDER);
        }
    }
}
