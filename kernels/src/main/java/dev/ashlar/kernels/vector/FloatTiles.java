// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.halves;
import static dev.ashlar.kernels.vector.Width.offset;
import static dev.ashlar.kernels.vector.Width.signedBytes;
import static dev.ashlar.kernels.vector.Width.toFloats;
import static dev.ashlar.kernels.vector.Width.unsignedBytes;
import static dev.ashlar.kernels.vector.Width.widen;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/// The block formats in [LinearExactManyTokens].
final class FloatTiles {
    private static final long VECTOR = 4L * Width.FLOAT_LANES;

    /// Bytes of the factors of a group, and where its addends are.
    private static final int FACTORS = 4 * TILE;

    private FloatTiles() {}

    private static ByteVector bytes(long address) {
        return ByteVector.fromMemorySegment(Width.BYTES, Memory.ALL, address, Width.ORDER);
    }

    private static void put(FloatVector value, long dst) {
        value.intoMemorySegment(Memory.ALL, dst, Width.ORDER);
    }

    /// Writes nibbles less an offset: the low ones of `count` elements, then as many from the high ones.
    private static void nibbles(long src, int count, int less, long dst) {
        long from = bounded(src);
        long to = bounded(dst);
        int end = count * TILE;
        for (int k = 0; k < end; k += Width.BYTES.length()) {
            ByteVector pair = bytes(from + offset(k));
            pair.and((byte) 15).sub((byte) less).intoMemorySegment(Memory.ALL, to + offset(k), Width.ORDER);
            pair.reinterpretAsShorts()
                    .lanewise(VectorOperators.LSHR, 4)
                    .reinterpretAsBytes()
                    .and((byte) 15)
                    .sub((byte) less)
                    .intoMemorySegment(Memory.ALL, to + end + offset(k), Width.ORDER);
        }
    }

    /// Writes scales in half precision as factors, without addends.
    private static void halfFactors(long scales, long dst) {
        for (int row = 0; row < TILE; row += Width.FLOAT_LANES) {
            put(halves(scales + 2L * row), dst + 4L * row);
            put(FloatVector.broadcast(Width.FLOATS, -0f), dst + FACTORS + 4L * row);
        }
    }

    /// `d * (q - 8)`.
    static final class Q4_0 implements FloatTile {
        @Override
        public int group() {
            return 32;
        }

        @Override
        public void quants(long tile, long dst) {
            nibbles(tile + 2 * TILE, 16, 8, dst);
        }

        @Override
        public void factors(long tile, long dst) {
            halfFactors(tile, dst);
        }
    }

    /// `d * q`.
    static final class Q8_0 implements FloatTile {
        @Override
        public int group() {
            return 32;
        }

        @Override
        public void quants(long tile, long dst) {
            Rows.copy(tile + 2 * TILE, 32 * TILE, dst);
        }

        @Override
        public void factors(long tile, long dst) {
            halfFactors(tile, dst);
        }
    }

    /// `d * (scale * q) - dmin * min`; all products are exact.
    static final class Q4_K implements FloatTile {
        @Override
        public int group() {
            return 32;
        }

        @Override
        public void quants(long tile, long dst) {
            for (int pair = 0; pair < 4; pair++) {
                nibbles(tile + (16L + 32 * pair) * TILE, 32, 0, dst + 64L * pair * TILE);
            }
        }

        @Override
        public void factors(long tile, long dst) {
            for (int j = 0; j < 8; j++) {
                for (int row = 0; row < TILE; row += Width.LANES) {
                    ShortVector scale = six(tile + row, j, 0);
                    ShortVector min = six(tile + row, j, 4);
                    long d = tile + 2L * row;
                    long out = dst + 2L * j * FACTORS + 4L * row;
                    put(halves(d).mul(toFloats(widen(scale, 0))), out);
                    put(halves(d + VECTOR / 2).mul(toFloats(widen(scale, 1))), out + VECTOR);
                    long dmin = d + 2 * TILE;
                    put(halves(dmin).mul(toFloats(widen(min, 0))).neg(), out + FACTORS);
                    put(halves(dmin + VECTOR / 2).mul(toFloats(widen(min, 1))).neg(), out + FACTORS + VECTOR);
                }
            }
        }

        /// Returns a scale (field 0) or minimum (field 4) of six bits.
        private static ShortVector six(long tile, int j, int field) {
            long bytes = tile + 4 * TILE;
            if (j < 4) {
                return unsignedBytes(bytes + (long) (j + field) * TILE).and((short) 63);
            }
            ShortVector low = unsignedBytes(bytes + (long) (j + 4) * TILE);
            ShortVector high = unsignedBytes(bytes + (long) (j - 4 + field) * TILE)
                    .and((short) 0xc0)
                    .lanewise(VectorOperators.LSHR, 2);
            return low.lanewise(VectorOperators.LSHR, field).and((short) 15).or(high);
        }
    }

    /// `d * scale * (q - 32)`; the product of the scales is exact.
    static final class Q6_K implements FloatTile {
        @Override
        public int group() {
            return 16;
        }

        @Override
        public void quants(long tile, long dst) {
            for (int half = 0; half < 2; half++) {
                long nibbles = tile + 64L * half * TILE;
                long pairs = tile + (128L + 32 * half) * TILE;
                long out = dst + 128L * half * TILE;
                join(nibbles, pairs, 4, 0, out);
                join(nibbles + 32 * TILE, pairs, 2, 2, out + 32 * TILE);
            }
        }

        /// Writes 32 elements in lower nibbles, and the 32 in the upper ones, which come 64 elements later.
        ///
        /// @param left how far the bit pairs of the first ones are shifted
        /// @param right how far those of the others, the other way
        private static void join(long nibbles, long pairs, int left, int right, long dst) {
            long low = bounded(nibbles);
            long high = bounded(pairs);
            long out = bounded(dst);
            for (int k = 0; k < 32 * TILE; k += Width.BYTES.length()) {
                ShortVector nibble = bytes(low + offset(k)).reinterpretAsShorts();
                ShortVector pair = bytes(high + offset(k)).reinterpretAsShorts();
                join(nibble, pair.lanewise(VectorOperators.LSHL, left), out + offset(k));
                join(
                        nibble.lanewise(VectorOperators.LSHR, 4),
                        pair.lanewise(VectorOperators.LSHR, right),
                        out + 64 * TILE + offset(k));
            }
        }

        private static void join(ShortVector nibbles, ShortVector pairs, long dst) {
            nibbles.and((short) 0x0f0f)
                    .or(pairs.and((short) 0x3030))
                    .reinterpretAsBytes()
                    .sub((byte) 32)
                    .intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        }

        @Override
        public void factors(long tile, long dst) {
            for (int j = 0; j < 16; j++) {
                for (int row = 0; row < TILE; row += Width.LANES) {
                    ShortVector scale = signedBytes(tile + (192L + j) * TILE + row);
                    long d = tile + 208 * TILE + 2L * row;
                    long out = dst + 2L * j * FACTORS + 4L * row;
                    put(halves(d).mul(toFloats(widen(scale, 0))), out);
                    put(halves(d + VECTOR / 2).mul(toFloats(widen(scale, 1))), out + VECTOR);
                    put(FloatVector.broadcast(Width.FLOATS, -0f), out + FACTORS);
                    put(FloatVector.broadcast(Width.FLOATS, -0f), out + FACTORS + VECTOR);
                }
            }
        }
    }
}
