// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.unsignedBytes;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/// Q6_K times Q8_K activations. One token: 16-bit sums of eight, `8 * 32 * 127`, widened and multiplied with
/// the scale of their 16 elements. Many tokens: see [GroupProduct].
///
/// Each half of 128 elements has 64 bytes of low nibbles and 32 of upper bit pairs; pair byte `l` belongs to
/// elements `l`, `l + 32`, `l + 64` and `l + 96`.
///
/// One token 17 G weights/s a core from the cache (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-29),
/// 128 tokens 62 G multiply-adds/s (the same, 2026-11-30).
final class Q6_KTile implements Q8Tile {
    private static final int PAIRS = 128 * TILE;
    private static final int SCALES = 192 * TILE;
    private static final int D = 208 * TILE;
    private static final long VECTOR = 2L * Width.LANES;
    private static final long ROWS_OF_SHORTS = 2L * PANEL;
    private static final long ROWS_OF_FLOATS = 4L * PANEL;
    private static final long D_AT = 16 * ROWS_OF_SHORTS;
    private static final long HEADER = D_AT + ROWS_OF_FLOATS;

    /// For many tokens, scales follow as `i32[16][PANEL]`.
    private static final long WIDE_SCALES_AT = HEADER;

    private static final long WEIGHTS_AT = WIDE_SCALES_AT + 16 * ROWS_OF_FLOATS;

    /// The largest sum of absolute activations of a group that 16 bits have room for.
    private static final int MOST_SUM = Short.MAX_VALUE / 32;

    private static final GroupProduct GROUPS = new GroupProduct(16);

    @Override
    public int preparedBytes() {
        return 64;
    }

    /// Writes `-32` times the sum of each eight activations.
    @Override
    public void prepare(long x, long dst) {
        for (int eight = 0; eight < 32; eight++) {
            int sum = 0;
            for (int k = 0; k < 8; k++) {
                sum += Memory.i8(x + SuperBlock.X_QUANTS + 8L * eight + k);
            }
            Memory.putI16(dst + 2L * eight, (short) (-32 * sum));
        }
    }

    @Override
    public int multiplyBytes() {
        return (int) (HEADER + ROWS_OF_FLOATS + 8 * VECTOR);
    }

    @Override
    public void multiply(
            long tile0, long tile1, long tile2, long tile3, long x, long prepared, long accumulators, long scratch) {
        long totals = scratch + HEADER;
        long sums = totals + ROWS_OF_FLOATS;
        SuperBlock.clear(totals, PANEL);
        for (int vector = 0; vector < 4; vector += 2) {
            long w0 = TiledRows.select(vector, tile0, tile1, tile2, tile3) + TiledRows.row(vector);
            long w1 = TiledRows.select(vector + 1, tile0, tile1, tile2, tile3) + TiledRows.row(vector + 1);
            unpackHeader(w0 - TiledRows.row(vector), TiledRows.row(vector), vector, scratch);
            unpackHeader(w1 - TiledRows.row(vector + 1), TiledRows.row(vector + 1), vector + 1, scratch);
            for (int step = 0; step < 8; step++) {
                multiplyStep(step, w0, w1, x + SuperBlock.X_QUANTS, prepared, sums);
                for (int part = 0; part < 4; part++) {
                    long scales = scratch + (8 * (step >> 2) + (step >> 1 & 1) + 2 * part) * ROWS_OF_SHORTS;
                    long rows = vector * VECTOR;
                    SuperBlock.add(2 * Width.LANES, sums + 2 * part * VECTOR, 0, scales + rows, totals + 2 * rows);
                }
            }
        }
        SuperBlock.finish(totals, Memory.f32(x), scratch + D_AT, accumulators);
    }

    /// Writes the sums of eight elements of each quarter of a half, of two vectors of rows: `i16[4][2 * LANES]`.
    private static void multiplyStep(int step, long w0, long w1, long x, long prepared, long dst) {
        int half = step >> 2;
        int first = 8 * (step & 3);
        long low = (long) (64 * half + first) * TILE;
        long high = PAIRS + (long) (32 * half + first) * TILE;
        long quants = x + 128L * half + first;
        long start = prepared + 32L * half + first / 4;
        ShortVector a0 = ShortVector.broadcast(Width.SHORTS, Memory.i16(start));
        ShortVector a1 = ShortVector.broadcast(Width.SHORTS, Memory.i16(start + 8));
        ShortVector a2 = ShortVector.broadcast(Width.SHORTS, Memory.i16(start + 16));
        ShortVector a3 = ShortVector.broadcast(Width.SHORTS, Memory.i16(start + 24));
        ShortVector b0 = a0;
        ShortVector b1 = a1;
        ShortVector b2 = a2;
        ShortVector b3 = a3;
        for (int l = 0; l < 8; l++) {
            ShortVector x0 = ShortVector.broadcast(Width.SHORTS, (short) Memory.i8(quants + l));
            ShortVector x1 = ShortVector.broadcast(Width.SHORTS, (short) Memory.i8(quants + 32 + l));
            ShortVector x2 = ShortVector.broadcast(Width.SHORTS, (short) Memory.i8(quants + 64 + l));
            ShortVector x3 = ShortVector.broadcast(Width.SHORTS, (short) Memory.i8(quants + 96 + l));
            ShortVector pairs = unsignedBytes(w0 + high);
            ShortVector bytes = unsignedBytes(w0 + low);
            a0 = a0.add(quant(bytes, pairs.lanewise(VectorOperators.LSHL, 4)).mul(x0));
            a2 = a2.add(quant(bytes.lanewise(VectorOperators.LSHR, 4), pairs).mul(x2));
            bytes = unsignedBytes(w0 + low + 32 * TILE);
            a1 = a1.add(quant(bytes, pairs.lanewise(VectorOperators.LSHL, 2)).mul(x1));
            a3 = a3.add(quant(bytes.lanewise(VectorOperators.LSHR, 4), pairs.lanewise(VectorOperators.LSHR, 2))
                    .mul(x3));
            pairs = unsignedBytes(w1 + high);
            bytes = unsignedBytes(w1 + low);
            b0 = b0.add(quant(bytes, pairs.lanewise(VectorOperators.LSHL, 4)).mul(x0));
            b2 = b2.add(quant(bytes.lanewise(VectorOperators.LSHR, 4), pairs).mul(x2));
            bytes = unsignedBytes(w1 + low + 32 * TILE);
            b1 = b1.add(quant(bytes, pairs.lanewise(VectorOperators.LSHL, 2)).mul(x1));
            b3 = b3.add(quant(bytes.lanewise(VectorOperators.LSHR, 4), pairs.lanewise(VectorOperators.LSHR, 2))
                    .mul(x3));
            low += TILE;
            high += TILE;
        }
        a0.intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        b0.intoMemorySegment(Memory.ALL, dst + VECTOR, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, dst + 2 * VECTOR, Width.ORDER);
        b1.intoMemorySegment(Memory.ALL, dst + 3 * VECTOR, Width.ORDER);
        a2.intoMemorySegment(Memory.ALL, dst + 4 * VECTOR, Width.ORDER);
        b2.intoMemorySegment(Memory.ALL, dst + 5 * VECTOR, Width.ORDER);
        a3.intoMemorySegment(Memory.ALL, dst + 6 * VECTOR, Width.ORDER);
        b3.intoMemorySegment(Memory.ALL, dst + 7 * VECTOR, Width.ORDER);
    }

    /// Joins a nibble with the bit pair above it.
    private static ShortVector quant(ShortVector low, ShortVector high) {
        return low.and((short) 15).or(high.and((short) 0x30));
    }

    private static void unpackHeader(long tile, int row, int vector, long header) {
        for (int j = 0; j < 16; j++) {
            Width.signedBytes(tile + SCALES + (long) j * TILE + row)
                    .intoMemorySegment(Memory.ALL, header + j * ROWS_OF_SHORTS + vector * VECTOR, Width.ORDER);
        }
        Sums.unpackHalves(tile + D + 2L * row, header + D_AT + vector * 2 * VECTOR);
    }

    @Override
    public int panelBytes() {
        return (int) (WEIGHTS_AT + 256 * ROWS_OF_SHORTS);
    }

    @Override
    public void unpack(long tile, int row, int vector, long dst) {
        unpackHeader(tile, row, vector, dst);
        widenScales(dst + vector * VECTOR, dst + WIDE_SCALES_AT + 2 * vector * VECTOR);
        long out = dst + WEIGHTS_AT + vector * VECTOR;
        for (int l = 0; l < 64; l++) {
            int half = l >> 5;
            int element = 128 * half + (l & 31);
            ShortVector pairs = unsignedBytes(tile + PAIRS + (long) l * TILE + row);
            long low = tile + (long) (64 * half + (l & 31)) * TILE + row;
            ShortVector bytes = unsignedBytes(low);
            put(bytes, pairs.lanewise(VectorOperators.LSHL, 4), out, element);
            put(bytes.lanewise(VectorOperators.LSHR, 4), pairs, out, element + 64);
            bytes = unsignedBytes(low + 32 * TILE);
            put(bytes, pairs.lanewise(VectorOperators.LSHL, 2), out, element + 32);
            put(bytes.lanewise(VectorOperators.LSHR, 4), pairs.lanewise(VectorOperators.LSHR, 2), out, element + 96);
        }
    }

    private static void put(ShortVector low, ShortVector high, long dst, int element) {
        quant(low, high).sub((short) 32).intoMemorySegment(Memory.ALL, dst + element * ROWS_OF_SHORTS, Width.ORDER);
    }

    private static void widenScales(long scales, long dst) {
        for (int j = 0; j < 16; j++) {
            for (int part = 0; part < 2; part++) {
                Width.widenedShorts(scales + j * ROWS_OF_SHORTS + part * VECTOR / 2)
                        .intoMemorySegment(Memory.ALL, dst + j * ROWS_OF_FLOATS + part * VECTOR, Width.ORDER);
            }
        }
    }

    @Override
    public int summaryBytes() {
        return 4;
    }

    /// Writes whether whole groups fit.
    @Override
    public void summarize(long x, long dst, long scratch) {
        Memory.putI32(dst, SuperBlock.fits(x, 16, MOST_SUM, scratch) ? 1 : 0);
    }

    @Override
    public int productBytes(int tokens) {
        return (int) (ROWS_OF_FLOATS * (tokens + 1)) + GroupProduct.scratchBytes();
    }

    @Override
    public void multiplyAll(
            long panel, long x, long tokenBytes, long summaries, int tokens, long accumulators, long scratch) {
        GROUPS.run(
                panel + WEIGHTS_AT,
                panel + WIDE_SCALES_AT,
                x,
                tokenBytes,
                summaries,
                summaryBytes(),
                tokens,
                scratch,
                scratch + ROWS_OF_FLOATS * (tokens + 1));
        for (int token = 0; token < tokens; token++) {
            SuperBlock.finish(
                    scratch + ROWS_OF_FLOATS * token,
                    Memory.f32(x + token * tokenBytes),
                    panel + D_AT,
                    accumulators + ROWS_OF_FLOATS * token);
        }
    }
}
