// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.floats;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;

/// `y[o] = sum_k x[k] * w[o, k]` for one token with f32 activations and weights whose rows are interleaved:
/// takes [#DEPTH] elements of a tile of rows apart into bytes and factors in the first cache, and decodes
/// them in the loop that multiplies, where two partial sums of two vectors of rows are in registers.
///
/// From the cache, a core: 14 G weights/s in Q8_0, 11 in Q6_K; from memory 9 and 8 (EPYC 4th generation, 512
/// bits, JDK 25.0.3, 2026-11-30). Formats of nibbles have [LinearNibblesOneToken].
final class LinearExactOneToken extends LinearExact {
    private static final long VECTOR = 4L * Width.FLOAT_LANES;

    /// Sizes in scratch memory: partial sums, results.
    private static final int SUMS = 8 * 4 * TILE;

    private static final int LINE = 4 * TILE;

    LinearExactOneToken(Signature signature, FloatTile tile) {
        super(signature, tile);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return QUANTS + FACTORS + SUMS + LINE;
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        for (int row = from; row < to; row += TILE) {
            runTile(call, row / TILE, scratch);
            long line = scratch + QUANTS + FACTORS + SUMS;
            TiledRows.copy(line, call.result() + 4L * row, Math.min(TILE, to - row));
        }
    }

    private void runTile(KernelCall call, int index, long scratch) {
        int columns = rows.columns(call);
        long blocks = rows.tile(call, index);
        long factors = scratch + QUANTS;
        long sums = factors + FACTORS;
        for (int at = 0; at < SUMS; at += 4 * Width.FLOAT_LANES) {
            FloatVector.zero(Width.FLOATS).intoMemorySegment(Memory.ALL, sums + at, Width.ORDER);
        }
        for (int k = 0; k < columns; k += DEPTH) {
            int depth = Math.min(DEPTH, columns - k);
            touch(blocks, depth / elements * rows.tileBytes(), sums + SUMS);
            for (int at = 0; at < depth; at += elements) {
                tile.quants(blocks, scratch + (long) at * TILE);
                tile.factors(blocks, factors + (long) (at / tile.group()) * GROUP);
                blocks += rows.tileBytes();
            }
            for (int row = 0; row < TILE; row += 2 * Width.FLOAT_LANES) {
                for (int j = 0; j < 8; j += 2) {
                    multiply(
                            depth,
                            tile.group(),
                            scratch + row + (long) j * TILE,
                            factors + 4L * row,
                            call.address(0) + 4L * (k + j),
                            sums + 32L * row + j * VECTOR);
                }
            }
        }
        for (int row = 0; row < TILE; row += Width.FLOAT_LANES) {
            tree(sums + 32L * row, VECTOR).intoMemorySegment(Memory.ALL, sums + SUMS + 4L * row, Width.ORDER);
        }
    }

    /// Reads a byte of every cache line. Loads alone wait for more lines of memory at once than loads and
    /// stores do.
    private static void touch(long address, int bytes, long dst) {
        long from = bounded(address);
        int sum = 0;
        for (int at = 0; at < bytes; at += 64) {
            sum += Memory.i8(from + offset(at));
        }
        Memory.putI32(dst, sum);
    }

    /// Adds the elements of two `k mod 8` to the partial sums of two vectors of rows,
    /// `f32[2][8][FLOAT_LANES]`. More at a time would spill registers: the compiler moves all loads of a step
    /// to its begin.
    private static void multiply(int depth, int group, long quants, long factors, long x, long sums) {
        FloatVector a0 = floats(sums);
        FloatVector a1 = floats(sums + VECTOR);
        FloatVector b0 = floats(sums + 8 * VECTOR);
        FloatVector b1 = floats(sums + 9 * VECTOR);
        long q = bounded(quants);
        long f = bounded(factors);
        long p = bounded(x);
        for (int k = 0; k < depth; k += group) {
            FloatVector s0 = floats(f);
            FloatVector m0 = floats(f + 4 * TILE);
            FloatVector s1 = floats(f + VECTOR);
            FloatVector m1 = floats(f + VECTOR + 4 * TILE);
            f = bounded(f + GROUP);
            for (int i = k; i < k + group; i += 8) {
                long w = q + offset(i) * TILE;
                long at = p + 4 * offset(i);
                FloatVector x0 = FloatVector.broadcast(Width.FLOATS, Memory.f32(at));
                a0 = Width.bytesToFloats(w).fma(s0, m0).fma(x0, a0);
                b0 = Width.bytesToFloats(w + Width.FLOAT_LANES).fma(s1, m1).fma(x0, b0);
                FloatVector x1 = FloatVector.broadcast(Width.FLOATS, Memory.f32(at + 4));
                a1 = Width.bytesToFloats(w + TILE).fma(s0, m0).fma(x1, a1);
                b1 = Width.bytesToFloats(w + TILE + Width.FLOAT_LANES)
                        .fma(s1, m1)
                        .fma(x1, b1);
            }
        }
        a0.intoMemorySegment(Memory.ALL, sums, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, sums + VECTOR, Width.ORDER);
        b0.intoMemorySegment(Memory.ALL, sums + 8 * VECTOR, Width.ORDER);
        b1.intoMemorySegment(Memory.ALL, sums + 9 * VECTOR, Width.ORDER);
    }
}
