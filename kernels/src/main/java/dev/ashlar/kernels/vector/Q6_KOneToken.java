// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;
import static dev.ashlar.kernels.vector.Width.shorts;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/// A block column of a panel in Q6_K times the Q8_K block of one token.
///
/// Nibbles and bit pairs are joined while they are bytes, in vectors of 16-bit lanes that hold an even row
/// below an odd one: `v = q + 256 * q'`. The sums of odd rows are of `(v >> 8) * x`; those of even rows are
/// of `v * x` less 256 times the odd ones, modulo 2^16. Sums are of negated activations, and subtracted
/// from totals: 8 products of `(32 - q) * x`, from `-8 * 32 * 128` to `8 * 32 * 127`, fit 16 bits, and those of
/// `(q - 32) * x` do not. A vector of 512 bits holds two elements of its rows, so that eight steps are the 16
/// elements of a scale.
///
/// 31 G weights/s a core from the cache, 14 from memory, where a loop over 16-bit lanes made 18 and 9 (EPYC 4th
/// generation, 512 bits, JDK 25.0.3, 2026-11-30).
final class Q6_KOneToken {
    private static final int PAIRS = 128 * TILE;
    private static final int SCALES = 192 * TILE;
    private static final int D = 208 * TILE;

    private static final int VECTOR = 2 * Width.LANES;

    /// Rows of a vector, a byte each.
    private static final int ROWS = Math.min(TILE, VECTOR);

    /// Elements of each of these rows in a vector.
    private static final int ELEMENTS = VECTOR / ROWS;

    /// Elements that are added before sums are widened.
    private static final int STEP = 8 * ELEMENTS;

    private static final short NIBBLES = 0x0f0f;
    private static final short UPPER_PAIRS = 0x3030;

    /// Negated activations, a vector for every [#ELEMENTS]; then for each step what the sums of odd and even
    /// rows begin with.
    private static final int STARTS_AT = 256 * ROWS;

    private static final int COUNT_AT = STARTS_AT + 256 / STEP * 2 * VECTOR;

    static final int PREPARED_BYTES = COUNT_AT + VECTOR;

    /// Where rows that come after those of a vector begin, in vectors of [Width#LANES].
    private static final int NEXT = ROWS / Width.LANES;

    /// Totals of the even rows of each vector and then of its odd ones; totals in the order of rows; eight sums.
    private static final int TOTALS_AT = 4 * PANEL;

    private static final int SUMS_AT = 8 * PANEL;

    static final int SCRATCH_BYTES = SUMS_AT + 8 * VECTOR;

    private Q6_KOneToken() {}

    /// Writes negated activations as often as there are pairs of rows, and what sums begin with. Stores are
    /// of whole vectors, and the next one overwrites what is too much.
    ///
    /// The number of vectors that are added is read from memory too: a compiler that knows it unrolls the loop
    /// whole and runs out of registers, 18 instead of 31 G weights/s.
    static void prepare(long x, long dst) {
        for (int k = 0; k < 256; k++) {
            put(-Memory.i8(x + SuperBlock.X_QUANTS + k), dst + (long) k * ROWS);
        }
        for (int step = 0; step < 256 / STEP; step++) {
            long quants = x + SuperBlock.X_QUANTS + (long) step * STEP;
            long starts = dst + STARTS_AT + 2L * step * VECTOR;
            for (int element = 0; element < ELEMENTS; element++) {
                put(32 * sum(quants + element), starts + (long) element * ROWS);
            }
            for (int element = 0; element < ELEMENTS; element++) {
                put(32 * 257 * sum(quants + element), starts + VECTOR + (long) element * ROWS);
            }
        }
        Memory.putI32(dst + COUNT_AT, 8);
    }

    private static void put(int value, long dst) {
        ShortVector.broadcast(Width.SHORTS, (short) value).intoMemorySegment(Memory.ALL, dst, Width.ORDER);
    }

    private static int sum(long quants) {
        int sum = 0;
        for (int k = 0; k < STEP; k += ELEMENTS) {
            sum += Memory.i8(quants + k);
        }
        return sum;
    }

    /// Reads two tiles at a time, the nibbles from one end to the other: one tile after the other is read from
    /// memory at two thirds of the rate.
    static void multiply(
            long tile0, long tile1, long tile2, long tile3, long x, long prepared, long accumulators, long scratch) {
        long sums = scratch + SUMS_AT;
        SuperBlock.clear(scratch, PANEL);
        for (int first = 0; first < 128; first += STEP) {
            int element = first + (first & 64);
            for (int vector = 0; vector < 4; vector += 2 * NEXT) {
                long w0 = TiledRows.select(vector, tile0, tile1, tile2, tile3) + TiledRows.row(vector);
                long w1 = TiledRows.select(vector + NEXT, tile0, tile1, tile2, tile3) + TiledRows.row(vector + NEXT);
                multiply(first, w0, w1, prepared, sums);
                long scales = SCALES + (long) (element >> 4) * TILE;
                long totals = scratch + 4L * vector * Width.LANES;
                subtract(sums, w0 + scales, totals);
                subtract(sums + 4 * VECTOR, w1 + scales, totals + 4 * ROWS);
            }
        }
        for (int row = 0; row < PANEL; row += ROWS) {
            order(scratch + 4L * row, scratch + TOTALS_AT + 4L * row);
        }
        Sums.addInts(scratch + TOTALS_AT, Memory.f32(x), tile0 + D, tile1 + D, tile2 + D, tile3 + D, accumulators);
    }

    /// Writes the sums of a step, `i16[2][2][2][LANES]`: for the rows of two tiles, of elements in lower and
    /// in upper nibbles, of odd rows and of even ones.
    private static void multiply(int first, long w0, long w1, long prepared, long dst) {
        int count = Memory.i32(prepared + COUNT_AT);
        int element = first + (first & 64);
        long nibbles = (long) first * TILE;
        long pairs = PAIRS + (long) (first - (first + 32 >> 6) * 32) * TILE;
        long x = prepared + (long) element * ROWS;
        long starts = prepared + STARTS_AT + 2L * (element / STEP) * VECTOR;
        if ((first & 32) == 0) {
            multiply(count, w0 + nibbles, w1 + nibbles, pairs - nibbles, 4, 0, x, starts, dst);
        } else {
            multiply(count, w0 + nibbles, w1 + nibbles, pairs - nibbles, 2, 2, x, starts, dst);
        }
    }

    /// The same.
    ///
    /// @param pairs distance of the bit pairs from the nibbles
    /// @param left how far the bit pairs of elements in lower nibbles are shifted
    /// @param right how far those of elements in upper nibbles, the other way
    private static void multiply(
            int count, long w0, long w1, long pairs, int left, int right, long x, long starts, long dst) {
        ShortVector o0 = shorts(starts);
        ShortVector e0 = shorts(starts + VECTOR);
        ShortVector o1 = shorts(starts + 128 / STEP * VECTOR);
        ShortVector e1 = shorts(starts + 128 / STEP * VECTOR + VECTOR);
        ShortVector p0 = o0;
        ShortVector f0 = e0;
        ShortVector p1 = o1;
        ShortVector f1 = e1;
        long low0 = bounded(w0);
        long low1 = bounded(w1);
        long high0 = bounded(w0 + pairs);
        long high1 = bounded(w1 + pairs);
        long factors = bounded(x);
        for (int k = 0; k < count; k++) {
            long at = offset(k * ELEMENTS * TILE);
            long quants = factors + offset(k * VECTOR);
            ShortVector x0 = shorts(quants);
            ShortVector x1 = shorts(quants + 64 * ROWS);
            ShortVector upper = shorts(high0 + at);
            ShortVector bytes = shorts(low0 + at);
            ShortVector q = join(bytes, upper.lanewise(VectorOperators.LSHL, left));
            e0 = e0.add(q.mul(x0));
            o0 = o0.add(q.lanewise(VectorOperators.LSHR, 8).mul(x0));
            q = join(bytes.lanewise(VectorOperators.LSHR, 4), upper.lanewise(VectorOperators.LSHR, right));
            e1 = e1.add(q.mul(x1));
            o1 = o1.add(q.lanewise(VectorOperators.LSHR, 8).mul(x1));
            upper = shorts(high1 + at);
            bytes = shorts(low1 + at);
            q = join(bytes, upper.lanewise(VectorOperators.LSHL, left));
            f0 = f0.add(q.mul(x0));
            p0 = p0.add(q.lanewise(VectorOperators.LSHR, 8).mul(x0));
            q = join(bytes.lanewise(VectorOperators.LSHR, 4), upper.lanewise(VectorOperators.LSHR, right));
            f1 = f1.add(q.mul(x1));
            p1 = p1.add(q.lanewise(VectorOperators.LSHR, 8).mul(x1));
        }
        put(o0, e0, dst);
        put(o1, e1, dst + 2 * VECTOR);
        put(p0, f0, dst + 4 * VECTOR);
        put(p1, f1, dst + 6 * VECTOR);
    }

    private static ShortVector join(ShortVector low, ShortVector high) {
        return low.and(NIBBLES).or(high.and(UPPER_PAIRS));
    }

    private static void put(ShortVector odd, ShortVector mixed, long dst) {
        odd.intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        mixed.sub(odd.lanewise(VectorOperators.LSHL, 8)).intoMemorySegment(Memory.ALL, dst + VECTOR, Width.ORDER);
    }

    /// Subtracts the sums of the rows of a tile times their scales.
    private static void subtract(long sums, long scales, long totals) {
        for (int row = 0; row < ROWS / 2; row += Width.FLOAT_LANES) {
            for (int nibble = 0; nibble < 2; nibble++) {
                IntVector scale = Width.widenedShorts(scales + 4L * nibble * TILE + 2L * row);
                IntVector even = scale.lanewise(VectorOperators.LSHL, 24).lanewise(VectorOperators.ASHR, 24);
                long odd = sums + 2L * nibble * VECTOR + 2L * row;
                subtract(odd + VECTOR, even, totals + 4L * row);
                subtract(odd, scale.lanewise(VectorOperators.ASHR, 8), totals + 2 * ROWS + 4L * row);
            }
        }
    }

    private static void subtract(long sums, IntVector scales, long totals) {
        IntVector sum = Width.widenedShorts(sums);
        if (ELEMENTS == 2) {
            sum = sum.add(Width.widenedShorts(sums + ROWS));
        }
        Width.ints(totals).sub(sum.mul(scales)).intoMemorySegment(Memory.ALL, totals, Width.ORDER);
    }

    /// Writes totals in the order of rows.
    private static void order(long totals, long dst) {
        for (int row = 0; row < ROWS / 2; row += Width.FLOAT_LANES) {
            IntVector even = Width.ints(totals + 4L * row);
            IntVector odd = Width.ints(totals + 2 * ROWS + 4L * row);
            mixed(even, odd, 0).intoMemorySegment(Memory.ALL, dst + 8L * row, Width.ORDER);
            mixed(even, odd, 1).intoMemorySegment(Memory.ALL, dst + 8L * row + VECTOR, Width.ORDER);
        }
    }

    private static LongVector mixed(IntVector even, IntVector odd, int part) {
        LongVector low = (LongVector) even.convertShape(VectorOperators.ZERO_EXTEND_I2L, Width.LONGS, part);
        LongVector high = (LongVector) odd.convertShape(VectorOperators.I2L, Width.LONGS, part);
        return low.or(high.lanewise(VectorOperators.LSHL, 32));
    }
}
