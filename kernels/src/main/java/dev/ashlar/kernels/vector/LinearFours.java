// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Fours.ELEMENTS;
import static dev.ashlar.kernels.vector.Fours.PARTS;
import static dev.ashlar.kernels.vector.Fours.VECTOR;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;

/// `y[o] = sum_k x[k] * w[o, k]` for one token with f32 activations and weights whose rows are interleaved,
/// whose bytes are read as integers of four rows; see [Fours]. What is done with them is left to subclasses.
///
/// [#TILES] tiles are worked on at a time, because their lines are then read from memory as so many sequences.
abstract class LinearFours extends LinearTiled {
    /// Elements that are worked on at once, which stay in the first caches: whole blocks of any format.
    static final int DEPTH = 256;

    private static final int TILES = 4;

    /// Partial sums of a tile, `f32[8 / ELEMENTS][PARTS][4][FLOAT_LANES]`.
    private static final int SUMS = 8 / ELEMENTS * PARTS * 4 * VECTOR;

    private static final int LINE = 4 * TILE;

    /// Where things are in scratch memory, after the partial sums: results; what a subclass has; activations.
    private static final int LINE_AT = TILES * SUMS;

    private static final int OWN_AT = LINE_AT + TILES * LINE;

    /// Bytes of the copies of an activation.
    private static final int COPIES = 4 * EightSums.LANES;

    /// Elements of a block.
    final int elements;

    private final int activationsAt;

    /// @param ownBytes of scratch memory that a subclass has for itself, a multiple of 64
    LinearFours(Signature signature, int ownBytes) {
        super(signature);
        this.elements = signature.operand(1).format().blockElements();
        this.activationsAt = OWN_AT + ownBytes;
    }

    /// Prepares the scratch memory of the subclass for a call.
    void prepare(long own) {}

    /// Adds the products of some blocks of a tile to its partial sums.
    ///
    /// @param x activations, the copies of an element or of [Fours#ELEMENTS] for each 8 elements
    /// @param distance of those of the next elements
    abstract void add(long tile, int blocks, long x, long distance, long sums, long own);

    @Override
    public final long scratchBytes(KernelCall call) {
        return activationsAt + (long) COPIES * rows.columns(call);
    }

    @Override
    public final void run(KernelCall call, int from, int to, long scratch) {
        int columns = rows.columns(call);
        spread(call.address(0), columns, scratch + activationsAt);
        prepare(scratch + OWN_AT);
        for (int row = from; row < to; row += TILES * TILE) {
            int count = Math.min(TILES * TILE, to - row);
            runTiles(rows.tile(call, row / TILE), (count + TILE - 1) / TILE, columns, scratch);
            TiledRows.copy(scratch + LINE_AT, call.result() + 4L * row, count);
        }
    }

    /// Copies every activation for the rows of a vector: those of a `k mod 8` together, or of
    /// [Fours#ELEMENTS].
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

    private void runTiles(long weights, int tiles, int columns, long scratch) {
        long tileBytes = (long) columns / elements * rows.tileBytes();
        for (int at = 0; at < tiles * SUMS; at += VECTOR) {
            FloatVector.zero(Width.FLOATS).intoMemorySegment(Memory.ALL, scratch + at, Width.ORDER);
        }
        for (int k = 0; k < columns; k += DEPTH) {
            int blocks = Math.min(DEPTH, columns - k) / elements;
            long first = weights + (long) k / elements * rows.tileBytes();
            touch(first, tileBytes, tiles, blocks * rows.tileBytes(), scratch + LINE_AT);
            for (int t = 0; t < tiles; t++) {
                long x = scratch + activationsAt + (long) k / 8 * VECTOR;
                long sums = scratch + (long) t * SUMS;
                add(first + t * tileBytes, blocks, x, (long) columns / 8 * VECTOR, sums, scratch + OWN_AT);
            }
        }
        for (int t = 0; t < tiles; t++) {
            finish(scratch + (long) t * SUMS, scratch + LINE_AT + (long) t * LINE);
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

    /// Adds the partial sums of a tile by the tree, and writes them in the order of its rows.
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
