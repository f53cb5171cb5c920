// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;

/// `y[t, o] = sum_k x[t, k] * w[o, k]` with f32 activations and weights whose rows are interleaved by 32.
///
/// Some blocks of a panel of rows are decoded once for [#CHUNK] tokens; then the elements of each
/// `k mod 8` enter the partial sums of theirs, which lie in scratch memory as `f32[half][token][8][HALF]`.
///
/// Q4_0: one token 9 G weights/s a core from the cache, 32 tokens 35 G multiply-adds/s; the scalar kernel 1 to 2
/// (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-29).
final class LinearExactTiled implements Kernel {
    private static final int CHUNK = 32;

    /// Elements that are decoded at once: whole blocks of any format.
    private static final int DEPTH = 256;

    /// Rows that [FloatProduct] covers; half a panel.
    private static final int HALF = FloatProduct.ROWS;

    private static final long HALF_BYTES = 4L * HALF;
    private static final long TOKEN_BYTES = 8 * HALF_BYTES;

    private final TiledRows rows;
    private final FloatTile tile;
    private final int elements;

    LinearExactTiled(Signature signature, FloatTile tile) {
        this.rows = new TiledRows(signature);
        this.tile = tile;
        this.elements = signature.operand(1).format().blockElements();
    }

    @Override
    public int units(KernelCall call) {
        return rows.rows(call);
    }

    @Override
    public int grain() {
        return PANEL;
    }

    @Override
    public long scratchBytes(KernelCall call) {
        int chunk = Math.min(call.rows(0), CHUNK);
        return 2 * DEPTH * HALF_BYTES + 2 * TOKEN_BYTES * (chunk + 1) + 4L * PANEL;
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.rows(0) * rows.rows(call) * rows.columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int tokens = call.rows(0);
        for (int panel = from / PANEL; panel * PANEL < to; panel++) {
            for (int token = 0; token < tokens; token += CHUNK) {
                runMany(call, panel, token, Math.min(CHUNK, tokens - token), scratch);
            }
        }
    }

    private void runMany(KernelCall call, int panel, int token, int tokens, long scratch) {
        int columns = rows.columns(call);
        long x = call.address(0) + 4L * columns * token;
        long sums = scratch + 2 * DEPTH * HALF_BYTES;
        long halfBytes = TOKEN_BYTES * (tokens + 1);
        for (long at = 0; at < 2 * halfBytes; at += 4L * Width.FLOAT_LANES) {
            FloatVector.zero(Width.FLOATS).intoMemorySegment(Memory.ALL, sums + at, Width.ORDER);
        }
        for (int k = 0; k < columns; k += DEPTH) {
            int depth = Math.min(DEPTH, columns - k);
            decode(call, panel, k / elements, depth / elements, scratch);
            for (int half = 0; half < 2; half++) {
                long weights = scratch + half * DEPTH * HALF_BYTES;
                for (int j = 0; j < 8; j++) {
                    long at = sums + half * halfBytes + j * HALF_BYTES;
                    multiply(weights + j * HALF_BYTES, depth / 8, x + 4L * (k + j), 4L * columns, tokens, at);
                }
            }
        }
        finish(call, panel, token, tokens, sums, sums + 2 * halfBytes);
    }

    private static void multiply(long weights, int count, long x, long tokenBytes, int tokens, long sums) {
        int token = 0;
        for (; token + 1 < tokens; token += 2) {
            long x0 = x + token * tokenBytes;
            long at = sums + token * TOKEN_BYTES;
            FloatProduct.addEighths(count, weights, x0, x0 + tokenBytes, at, at + TOKEN_BYTES);
        }
        if (token < tokens) {
            FloatProduct.addEighthsOfOne(count, weights, x + token * tokenBytes, sums + token * TOKEN_BYTES);
        }
    }

    private void decode(KernelCall call, int panel, int first, int blocks, long dst) {
        for (int block = 0; block < blocks; block++) {
            for (int vector = 0; vector < 4; vector++) {
                long half = dst + (vector >> 1) * DEPTH * HALF_BYTES + (vector & 1) * HALF_BYTES / 2;
                tile.decode(
                        rows.tile(call, panel, vector) + (long) (first + block) * rows.tileBytes(),
                        TiledRows.row(vector),
                        half + (long) block * elements * HALF_BYTES,
                        HALF_BYTES);
            }
        }
    }

    /// Adds the partial sums of every row by the tree and writes the rows that exist.
    private void finish(KernelCall call, int panel, int token, int tokens, long sums, long line) {
        int out = rows.rows(call);
        int count = Math.min(PANEL, out - panel * PANEL);
        for (int t = 0; t < tokens; t++) {
            for (int half = 0; half < 2; half++) {
                long at = sums + (half * (tokens + 1) + t) * TOKEN_BYTES;
                for (long row = 0; row < HALF_BYTES; row += 4L * Width.FLOAT_LANES) {
                    tree(at + row).intoMemorySegment(Memory.ALL, line + half * HALF_BYTES + row, Width.ORDER);
                }
            }
            long dst = call.result() + 4L * ((long) (token + t) * out + panel * PANEL);
            MemorySegment.copy(Memory.ALL, line, Memory.ALL, dst, 4L * count);
        }
    }

    private static FloatVector tree(long sums) {
        FloatVector even = Width.floats(sums)
                .add(Width.floats(sums + 4 * HALF_BYTES))
                .add(Width.floats(sums + 2 * HALF_BYTES).add(Width.floats(sums + 6 * HALF_BYTES)));
        FloatVector odd = Width.floats(sums + HALF_BYTES)
                .add(Width.floats(sums + 5 * HALF_BYTES))
                .add(Width.floats(sums + 3 * HALF_BYTES).add(Width.floats(sums + 7 * HALF_BYTES)));
        return even.add(odd);
    }
}
