// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.TiledRows.ROW0;
import static dev.ashlar.kernels.vector.TiledRows.ROW1;
import static dev.ashlar.kernels.vector.TiledRows.ROW2;
import static dev.ashlar.kernels.vector.TiledRows.ROW3;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;
import static dev.ashlar.kernels.vector.Width.unsignedBytes;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/// Q4_K times Q8_K activations. One token: 16-bit sums of 32 products of `(8 - q) * x`, which fit, from
/// `-32 * 8 * 128` to `32 * 8 * 127`; they are subtracted from `8 * sum(x)` where they are widened and
/// multiplied with the scale of their sub-block. Many tokens: see [GroupProduct].
///
/// One token 34 G weights/s a core from the cache (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-29),
/// 128 tokens 64 G multiply-adds/s (the same, 2026-11-30).
final class Q4_KTile implements Q8Tile {
    private static final int MIN_SCALES = 2 * TILE;
    private static final int SCALES = 4 * TILE;
    private static final int QUANTS = 16 * TILE;
    private static final long VECTOR = 2L * Width.LANES;
    private static final long ROWS_OF_SHORTS = 2L * PANEL;
    private static final long ROWS_OF_FLOATS = 4L * PANEL;

    /// An unpacked header: scales and minima, each `i16[8][PANEL]`, then `f32[PANEL]` of `d` and `dmin`.
    private static final long MINS_AT = 8 * ROWS_OF_SHORTS;

    private static final long D_AT = 16 * ROWS_OF_SHORTS;
    private static final long DMIN_AT = D_AT + ROWS_OF_FLOATS;
    private static final long HEADER = DMIN_AT + ROWS_OF_FLOATS;

    /// For many tokens, scales follow as `i32[8][PANEL]` and minima as `f32[8][ROWS]` of each half of the panel.
    private static final long WIDE_SCALES_AT = HEADER;

    private static final long WIDE_MINS_AT = WIDE_SCALES_AT + 8 * ROWS_OF_FLOATS;
    private static final long WEIGHTS_AT = WIDE_MINS_AT + 8 * ROWS_OF_FLOATS;
    private static final long HALF_MINS = 8L * 4 * FloatProduct.ROWS;

    /// The largest sum of absolute activations of a group that 16 bits have room for.
    private static final int MOST_SUM = Short.MAX_VALUE / 15;

    private static final GroupProduct GROUPS = new GroupProduct(32);

    @Override
    public int preparedBytes() {
        return 0;
    }

    @Override
    public void prepare(long x, long dst) {}

    @Override
    public int multiplyBytes() {
        return (int) (HEADER + ROWS_OF_FLOATS + 2 * ROWS_OF_SHORTS);
    }

    @Override
    public void multiply(
            long tile0, long tile1, long tile2, long tile3, long x, long prepared, long accumulators, long scratch) {
        for (int vector = 0; vector < 4; vector++) {
            long tile = TiledRows.select(vector, tile0, tile1, tile2, tile3);
            unpackHeader(tile, TiledRows.row(vector), vector, scratch);
        }
        long totals = scratch + HEADER;
        long sums = totals + ROWS_OF_FLOATS;
        SuperBlock.clear(totals, PANEL);
        for (int pair = 0; pair < 4; pair++) {
            long quants = QUANTS + (long) pair * 32 * TILE;
            int low = SuperBlock.sum(x, 2 * pair);
            int high = SuperBlock.sum(x, 2 * pair + 1);
            multiplyPair(
                    tile0 + ROW0 + quants,
                    tile1 + ROW1 + quants,
                    tile2 + ROW2 + quants,
                    tile3 + ROW3 + quants,
                    x + SuperBlock.X_QUANTS + 64L * pair,
                    (short) (8 * low),
                    (short) (8 * high),
                    sums);
            long scales = scratch + 2 * pair * ROWS_OF_SHORTS;
            SuperBlock.addDifferences(PANEL, 8 * low, sums, scales, totals);
            SuperBlock.addDifferences(PANEL, 8 * high, sums + ROWS_OF_SHORTS, scales + ROWS_OF_SHORTS, totals);
        }
        SuperBlock.finish(totals, Memory.f32(x), scratch + D_AT, accumulators);
        SuperBlock.subtractMins(scratch + MINS_AT, x, scratch + DMIN_AT, accumulators);
    }

    private static void multiplyPair(
            long w0, long w1, long w2, long w3, long x, short lowStart, short highStart, long dst) {
        ShortVector a0 = ShortVector.broadcast(Width.SHORTS, lowStart);
        ShortVector a1 = a0;
        ShortVector a2 = a0;
        ShortVector a3 = a0;
        ShortVector b0 = ShortVector.broadcast(Width.SHORTS, highStart);
        ShortVector b1 = b0;
        ShortVector b2 = b0;
        ShortVector b3 = b0;
        for (int k = 0; k < 32; k++) {
            ShortVector x0 = ShortVector.broadcast(Width.SHORTS, (short) Memory.i8(x + k));
            ShortVector x1 = ShortVector.broadcast(Width.SHORTS, (short) Memory.i8(x + 32 + k));
            long at = (long) k * TILE;
            ShortVector q = unsignedBytes(w0 + at);
            a0 = a0.sub(q.and((short) 15).mul(x0));
            b0 = b0.sub(q.lanewise(VectorOperators.LSHR, 4).mul(x1));
            q = unsignedBytes(w1 + at);
            a1 = a1.sub(q.and((short) 15).mul(x0));
            b1 = b1.sub(q.lanewise(VectorOperators.LSHR, 4).mul(x1));
            q = unsignedBytes(w2 + at);
            a2 = a2.sub(q.and((short) 15).mul(x0));
            b2 = b2.sub(q.lanewise(VectorOperators.LSHR, 4).mul(x1));
            q = unsignedBytes(w3 + at);
            a3 = a3.sub(q.and((short) 15).mul(x0));
            b3 = b3.sub(q.lanewise(VectorOperators.LSHR, 4).mul(x1));
        }
        a0.intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, dst + VECTOR, Width.ORDER);
        a2.intoMemorySegment(Memory.ALL, dst + 2 * VECTOR, Width.ORDER);
        a3.intoMemorySegment(Memory.ALL, dst + 3 * VECTOR, Width.ORDER);
        b0.intoMemorySegment(Memory.ALL, dst + 4 * VECTOR, Width.ORDER);
        b1.intoMemorySegment(Memory.ALL, dst + 5 * VECTOR, Width.ORDER);
        b2.intoMemorySegment(Memory.ALL, dst + 6 * VECTOR, Width.ORDER);
        b3.intoMemorySegment(Memory.ALL, dst + 7 * VECTOR, Width.ORDER);
    }

    /// Unpacks the scales and minima of one vector of rows: six bits each, four of the later ones in bytes of
    /// their own, two above the earlier ones.
    private static void unpackHeader(long tile, int row, int vector, long header) {
        long scales = header + vector * VECTOR;
        long mins = scales + MINS_AT;
        for (int j = 0; j < 4; j++) {
            ShortVector first = unsignedBytes(tile + SCALES + (long) j * TILE + row);
            ShortVector second = unsignedBytes(tile + SCALES + (long) (j + 4) * TILE + row);
            ShortVector third = unsignedBytes(tile + SCALES + (long) (j + 8) * TILE + row);
            put(first.and((short) 63), scales, j);
            put(second.and((short) 63), mins, j);
            put(third.and((short) 15).or(upper(first)), scales, j + 4);
            put(third.lanewise(VectorOperators.LSHR, 4).or(upper(second)), mins, j + 4);
        }
        Sums.unpackHalves(tile + 2L * row, header + D_AT + vector * 2 * VECTOR);
        Sums.unpackHalves(tile + MIN_SCALES + 2L * row, header + DMIN_AT + vector * 2 * VECTOR);
    }

    private static ShortVector upper(ShortVector bytes) {
        return bytes.and((short) 0xc0).lanewise(VectorOperators.LSHR, 2);
    }

    private static void put(ShortVector value, long dst, int index) {
        value.intoMemorySegment(Memory.ALL, dst + index * ROWS_OF_SHORTS, Width.ORDER);
    }

    @Override
    public int panelBytes() {
        return (int) (WEIGHTS_AT + 256 * ROWS_OF_SHORTS);
    }

    @Override
    public void unpack(long tile, int row, int vector, long dst) {
        unpackHeader(tile, row, vector, dst);
        widenHeader(dst, vector);
        long from = bounded(tile + QUANTS + row);
        long first = bounded(dst + WEIGHTS_AT + vector * VECTOR);
        for (int k = 0; k < 128; k++) {
            ShortVector quants = unsignedBytes(from + offset(k) * TILE);
            long out = first + offset(k + (k & ~31)) * ROWS_OF_SHORTS;
            put(quants.and((short) 15), out, 0);
            put(quants.lanewise(VectorOperators.LSHR, 4), out, 32);
        }
    }

    private static void widenHeader(long header, int vector) {
        long scales = header + vector * VECTOR;
        long wideMins = header + WIDE_MINS_AT + (vector >> 1) * HALF_MINS + (vector & 1) * 2 * VECTOR;
        SuperBlock.widenScales(8, scales, header + WIDE_SCALES_AT + 2 * vector * VECTOR);
        for (int j = 0; j < 8; j++) {
            long from = scales + j * ROWS_OF_SHORTS;
            for (int part = 0; part < 2; part++) {
                Width.toFloats(Width.widenedShorts(from + MINS_AT + part * VECTOR / 2))
                        .intoMemorySegment(
                                Memory.ALL, wideMins + 4L * j * FloatProduct.ROWS + part * VECTOR, Width.ORDER);
            }
        }
    }

    @Override
    public int summaryBytes() {
        return 36;
    }

    /// Writes whether whole groups fit, then the sums of the groups, `f32[8]`.
    @Override
    public void summarize(long x, long dst, long scratch) {
        Memory.putI32(dst, SuperBlock.fits(x, 32, MOST_SUM, scratch) ? 1 : 0);
        for (int j = 0; j < 8; j++) {
            Memory.putF32(dst + 4 + 4L * j, SuperBlock.sum(x, j));
        }
    }

    @Override
    public int productBytes(int tokens) {
        return (int) (ROWS_OF_FLOATS * (tokens + 1)) + GroupProduct.scratchBytes();
    }

    @Override
    public void multiplyAll(
            long panel, long x, long tokenBytes, long summaries, int tokens, long accumulators, long scratch) {
        long products = scratch + ROWS_OF_FLOATS * (tokens + 1);
        GROUPS.run(
                panel + WEIGHTS_AT,
                panel + WIDE_SCALES_AT,
                x,
                tokenBytes,
                summaries,
                summaryBytes(),
                tokens,
                scratch,
                products);
        for (int token = 0; token < tokens; token += 2) {
            int next = Math.min(token + 1, tokens - 1);
            finish(
                    panel,
                    Memory.f32(x + token * tokenBytes),
                    Memory.f32(x + next * tokenBytes),
                    summaries + 36L * token + 4,
                    summaries + 36L * next + 4,
                    scratch + ROWS_OF_FLOATS * token,
                    products,
                    accumulators + ROWS_OF_FLOATS * token);
        }
    }

    /// Adds the totals of a pair of tokens, and subtracts their minima: a product of eight with floats, exact
    /// up to `8 * 63 * 32 * 128`.
    private static void finish(
            long panel, float dx0, float dx1, long sums0, long sums1, long totals, long products, long accumulators) {
        for (int half = 0; half < 2; half++) {
            long mins = panel + WIDE_MINS_AT + half * HALF_MINS;
            FloatProduct.run(8, mins, sums0, sums1, products, products + 4L * FloatProduct.ROWS);
            for (int row = 0; row < FloatProduct.ROWS; row += Width.FLOAT_LANES) {
                long at = 4L * (half * FloatProduct.ROWS + row);
                FloatVector d = Width.floats(panel + D_AT + at);
                FloatVector dmin = Width.floats(panel + DMIN_AT + at);
                finish(d, dmin, dx0, totals + at, products + 4L * row, accumulators + at);
                finish(
                        d,
                        dmin,
                        dx1,
                        totals + at + ROWS_OF_FLOATS,
                        products + 4L * (FloatProduct.ROWS + row),
                        accumulators + at + ROWS_OF_FLOATS);
            }
        }
    }

    private static void finish(FloatVector d, FloatVector dmin, float dx, long total, long min, long accumulators) {
        FloatVector sum = d.mul(dx).fma(Width.toFloats(Width.ints(total)), Width.floats(accumulators));
        dmin.mul(dx).neg().fma(Width.floats(min), sum).intoMemorySegment(Memory.ALL, accumulators, Width.ORDER);
    }
}
