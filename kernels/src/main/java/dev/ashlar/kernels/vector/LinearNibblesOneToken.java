// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.NibbleTile.ELEMENTS;
import static dev.ashlar.kernels.vector.NibbleTile.FOURS;
import static dev.ashlar.kernels.vector.NibbleTile.GROUP;
import static dev.ashlar.kernels.vector.NibbleTile.PARTS;
import static dev.ashlar.kernels.vector.NibbleTile.VECTOR;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.floats;
import static dev.ashlar.kernels.vector.Width.ints;
import static dev.ashlar.kernels.vector.Width.offset;
import static dev.ashlar.kernels.vector.Width.toFloats;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/// `y[o] = sum_k x[k] * w[o, k]` for one token with f32 activations and weights of nibbles whose rows are
/// interleaved.
///
/// Nibbles are decoded from integers of four rows by a mask and a conversion, without widening bytes, which
/// would need the unit that permutes; only factors go through scratch memory. [#TILES] tiles are worked on at
/// a time, because their lines are then read from memory as so many sequences.
///
/// From the cache, a core: 15 G weights/s in Q4_0, 17 in Q4_K; from memory 12 and 14, where
/// [LinearExactOneToken] made 14, 13, 11 and 10 (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-30).
final class LinearNibblesOneToken extends LinearTiled {
    /// Elements that are worked on at once, which stay in the first caches: whole blocks of any format.
    private static final int DEPTH = 256;

    private static final int TILES = 4;

    /// Partial sums of a tile, `f32[8 / ELEMENTS][PARTS][4][FLOAT_LANES]`.
    private static final int SUMS = 8 / ELEMENTS * PARTS * 4 * VECTOR;

    private static final int LINE = 4 * TILE;

    /// Where things are in scratch memory: factors; partial sums; results; constants of [#multiply];
    /// activations.
    private static final int SUMS_AT = DEPTH / 32 * GROUP;

    private static final int LINE_AT = SUMS_AT + TILES * SUMS;
    private static final int CONSTANTS_AT = LINE_AT + TILES * LINE;
    private static final int COUNT_AT = CONSTANTS_AT + 4 * VECTOR;
    private static final int X_AT = COUNT_AT + 64;

    /// Bytes of the copies of an activation.
    private static final int COPIES = 4 * EightSums.LANES;

    private final NibbleTile tile;
    private final int elements;

    LinearNibblesOneToken(Signature signature, NibbleTile tile) {
        super(signature);
        this.tile = tile;
        this.elements = signature.operand(1).format().blockElements();
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return X_AT + (long) COPIES * rows.columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int columns = rows.columns(call);
        spread(call.address(0), columns, scratch + X_AT);
        constants(scratch);
        for (int row = from; row < to; row += TILES * TILE) {
            int count = Math.min(TILES * TILE, to - row);
            runTiles(rows.tile(call, row / TILE), (count + TILE - 1) / TILE, columns, scratch);
            TiledRows.copy(scratch + LINE_AT, call.result() + 4L * row, count);
        }
    }

    /// Copies every activation for the rows of a vector: those of a `k mod 8` together, or of
    /// [NibbleTile#ELEMENTS].
    private static void spread(long x, int columns, long dst) {
        long from = bounded(x);
        long to = bounded(dst);
        for (int j = 0; j < 8; j += ELEMENTS) {
            for (int k = j; k < columns; k += 8) {
                for (int element = 0; element < ELEMENTS; element++) {
                    float value = Memory.f32(from + 4 * offset(k + element));
                    EightSums.store(FloatVector.broadcast(EightSums.SPECIES, value), to);
                    to = bounded(to + COPIES);
                }
            }
        }
    }

    /// Writes masks of two nibbles of an integer, what is subtracted from them, and how many vectors of a
    /// step a sum has: a compiler that knows these unrolls loops and makes constants of its own for each use,
    /// and runs out of registers.
    private void constants(long scratch) {
        put(15, scratch + CONSTANTS_AT);
        put(15 << 8, scratch + CONSTANTS_AT + VECTOR);
        put(8, scratch + CONSTANTS_AT + 2 * VECTOR);
        put(8 << 8, scratch + CONSTANTS_AT + 3 * VECTOR);
        Memory.putI32(scratch + COUNT_AT, tile.stepBytes() / 8);
    }

    private static void put(int value, long dst) {
        IntVector.broadcast(Width.INTS, value).intoMemorySegment(Memory.ALL, dst, Width.ORDER);
    }

    private void runTiles(long weights, int tiles, int columns, long scratch) {
        long tileBytes = (long) columns / elements * rows.tileBytes();
        long sums = scratch + SUMS_AT;
        for (int at = 0; at < tiles * SUMS; at += VECTOR) {
            FloatVector.zero(Width.FLOATS).intoMemorySegment(Memory.ALL, sums + at, Width.ORDER);
        }
        for (int k = 0; k < columns; k += DEPTH) {
            int blocks = Math.min(DEPTH, columns - k) / elements;
            long first = weights + (long) k / elements * rows.tileBytes();
            touch(first, tileBytes, tiles, blocks * rows.tileBytes(), scratch + LINE_AT);
            for (int t = 0; t < tiles; t++) {
                long x = scratch + X_AT + (long) k / 8 * VECTOR;
                add(first + t * tileBytes, blocks, x, (long) columns / 8 * VECTOR, sums + (long) t * SUMS, scratch);
            }
        }
        for (int t = 0; t < tiles; t++) {
            finish(sums + (long) t * SUMS, scratch + LINE_AT + (long) t * LINE);
        }
    }

    /// Reads a byte of every cache line of some tiles. Loads alone wait for more lines of memory at once than
    /// loads between multiplications do.
    private static void touch(long weights, long distance, int tiles, int bytes, long dst) {
        long t0 = bounded(weights);
        long t1 = bounded(weights + Math.min(1, tiles - 1) * distance);
        long t2 = bounded(weights + Math.min(2, tiles - 1) * distance);
        long t3 = bounded(weights + (tiles - 1) * distance);
        int sum = 0;
        for (int i = 0; i < bytes; i += 64) {
            long at = offset(i);
            sum += Memory.i8(t0 + at) + Memory.i8(t1 + at) + Memory.i8(t2 + at) + Memory.i8(t3 + at);
        }
        Memory.putI32(dst, sum);
    }

    /// Adds the products of some blocks of a tile to its partial sums.
    private void add(long tiles, int blocks, long x, long distance, long sums, long scratch) {
        tile.factors(tiles, blocks, scratch);
        int steps = blocks * elements / (2 * tile.stepBytes());
        for (int j = 0; j < 8; j += 2 * ELEMENTS) {
            for (int part = 0; part < PARTS; part++) {
                for (int pair = 0; pair < 2; pair++) {
                    multiply(
                            steps,
                            tiles + tile.quants() + j * TILE + part * VECTOR,
                            16 * pair,
                            scratch + part * FOURS + pair * 2 * VECTOR,
                            x + j / ELEMENTS * distance,
                            distance,
                            sums + (j / ELEMENTS * PARTS + part) * 4 * VECTOR + pair * 2 * VECTOR,
                            scratch + CONSTANTS_AT);
                }
            }
        }
    }

    /// Adds the elements of two `k mod 8` (or two times [NibbleTile#ELEMENTS] of them) to the partial sums of
    /// the rows of two bytes.
    ///
    /// @param shift where the first of the two bytes is in an integer
    /// @param x activations of the first `k mod 8`
    /// @param distance of those of the next
    private void multiply(
            int steps, long quants, int shift, long factors, long x, long distance, long sums, long constants) {
        int count = Memory.i32(constants - CONSTANTS_AT + COUNT_AT);
        IntVector low = constant(constants, shift);
        IntVector high = constant(constants + VECTOR, shift);
        IntVector low8 = constant(constants + 2 * VECTOR, shift);
        IntVector high8 = constant(constants + 3 * VECTOR, shift);
        long next = 4 * VECTOR * PARTS;
        FloatVector a0 = floats(sums);
        FloatVector a1 = floats(sums + VECTOR);
        FloatVector b0 = floats(sums + next);
        FloatVector b1 = floats(sums + next + VECTOR);
        long q = bounded(quants);
        long f = bounded(factors);
        long p = bounded(x);
        long d = bounded(distance);
        for (int step = 0; step < steps; step++) {
            FloatVector s0 = floats(f);
            FloatVector s1 = floats(f + VECTOR);
            FloatVector m0 = floats(f + 4 * VECTOR);
            FloatVector m1 = floats(f + 5 * VECTOR);
            for (int i = 0; i < count; i++) {
                long at = q + offset(i) * 8 * TILE;
                IntVector v = ints(at);
                FloatVector x0 = floats(p);
                IntVector w = ints(at + ELEMENTS * TILE);
                FloatVector x1 = floats(p + d);
                a0 = decode(v.and(low), low8, s0, m0).fma(x0, a0);
                a1 = decode(v.and(high), high8, s1, m1).fma(x0, a1);
                b0 = decode(w.and(low), low8, s0, m0).fma(x1, b0);
                b1 = decode(w.and(high), high8, s1, m1).fma(x1, b1);
                p = bounded(p + VECTOR);
            }
            f = bounded(f + tile.upper());
            s0 = floats(f);
            s1 = floats(f + VECTOR);
            m0 = floats(f + 4 * VECTOR);
            m1 = floats(f + 5 * VECTOR);
            for (int i = 0; i < count; i++) {
                long at = q + offset(i) * 8 * TILE;
                IntVector v = ints(at).lanewise(VectorOperators.LSHR, 4);
                FloatVector x0 = floats(p);
                IntVector w = ints(at + ELEMENTS * TILE).lanewise(VectorOperators.LSHR, 4);
                FloatVector x1 = floats(p + d);
                a0 = decode(v.and(low), low8, s0, m0).fma(x0, a0);
                a1 = decode(v.and(high), high8, s1, m1).fma(x0, a1);
                b0 = decode(w.and(low), low8, s0, m0).fma(x1, b0);
                b1 = decode(w.and(high), high8, s1, m1).fma(x1, b1);
                p = bounded(p + VECTOR);
            }
            f = bounded(f + GROUP);
            q = bounded(q + tile.stride());
        }
        a0.intoMemorySegment(Memory.ALL, sums, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, sums + VECTOR, Width.ORDER);
        b0.intoMemorySegment(Memory.ALL, sums + next, Width.ORDER);
        b1.intoMemorySegment(Memory.ALL, sums + next + VECTOR, Width.ORDER);
    }

    private static IntVector constant(long address, int shift) {
        return ints(address).lanewise(VectorOperators.LSHL, shift);
    }

    /// Returns what the codec does. An addend of `-8 * d` in place of the subtraction would make another zero
    /// where `d` is negative, and no number where it is infinite.
    private FloatVector decode(IntVector nibbles, IntVector eights, FloatVector s, FloatVector m) {
        return tile.signed()
                ? toFloats(nibbles.sub(eights)).mul(s)
                : toFloats(nibbles).fma(s, m);
    }

    /// Adds the partial sums of a tile by the tree of [LinearExact], and writes them in the order of its rows.
    private static void finish(long sums, long dst) {
        for (int part = 0; part < PARTS; part++) {
            for (int b = 0; b < 4; b++) {
                long from = sums + (part * 4L + b) * VECTOR;
                for (int i = 0; i < EightSums.LANES; i++) {
                    long at = from + 4L * i;
                    float even = sum(at, 0) + sum(at, 4) + (sum(at, 2) + sum(at, 6));
                    float odd = sum(at, 1) + sum(at, 5) + (sum(at, 3) + sum(at, 7));
                    Memory.putF32(dst + 4L * (part * VECTOR + 4 * i + b), even + odd);
                }
            }
        }
    }

    /// Returns the partial sum of a `k mod 8`.
    private static float sum(long sums, int j) {
        return Memory.f32(sums + (long) j / ELEMENTS * PARTS * 4 * VECTOR + (long) j % ELEMENTS * COPIES);
    }
}
