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

/// `y[t, o] = sum_k x[t, k] * w[o, k]` for many tokens with f32 activations and weights whose rows are
/// interleaved.
///
/// [#DEPTH] elements of some rows are taken apart into bytes and factors and decoded once for [#CHUNK]
/// tokens, those of each `k mod 8` together, so that they stay in the first cache while they enter the
/// partial sums of theirs for all these tokens.
///
/// 128 tokens: 50 G multiply-adds/s a core in Q4_0, 47 to 48 in the other formats (EPYC 4th generation, 512
/// bits, JDK 25.0.3, 2026-11-30).
final class LinearExactManyTokens extends LinearTiled {
    /// Elements that are taken apart at once: whole blocks of any format.
    private static final int DEPTH = 256;

    /// Bytes of the quants of so many elements of a tile of rows, and what a load may read beyond them.
    private static final int QUANTS = DEPTH * TILE + 64;

    /// Bytes of the factors and addends of a group of elements.
    private static final int GROUP = 2 * 4 * TILE;

    /// Bytes of those of [#DEPTH] elements, in the smallest groups there are, of 16.
    private static final int FACTORS = DEPTH / 16 * GROUP;

    private static final int CHUNK = 128;

    /// Rows that are decoded at once, and the bytes of a float for each.
    private static final int ROWS = FloatProduct.ROWS;

    private static final int LINE = 4 * ROWS;

    /// The elements of one `k mod 8`.
    private static final int SLICE = DEPTH / 8 * LINE;

    /// The decoded weights.
    private static final int WEIGHTS = 8 * SLICE;

    /// Partial sums of a token.
    private static final int SUMS = 8 * LINE;

    private final FloatTile tile;

    /// Elements of a block.
    private final int elements;

    LinearExactManyTokens(Signature signature, FloatTile tile) {
        super(signature);
        this.tile = tile;
        this.elements = signature.operand(1).format().blockElements();
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return WEIGHTS + QUANTS + FACTORS + LINE + (long) SUMS * Math.min(call.rows(0), CHUNK);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int tokens = call.rows(0);
        for (int row = from; row < to; row += ROWS) {
            for (int token = 0; token < tokens; token += CHUNK) {
                runMany(call, row, token, Math.min(CHUNK, tokens - token), scratch);
            }
        }
    }

    private void runMany(KernelCall call, int row, int token, int tokens, long scratch) {
        int columns = rows.columns(call);
        long x = call.address(0) + 4L * columns * token;
        long line = scratch + WEIGHTS + QUANTS + FACTORS;
        long sums = line + LINE;
        for (int at = 0; at < tokens * SUMS; at += 4 * Width.FLOAT_LANES) {
            FloatVector.zero(Width.FLOATS).intoMemorySegment(Memory.ALL, sums + at, Width.ORDER);
        }
        for (int k = 0; k < columns; k += DEPTH) {
            int depth = Math.min(DEPTH, columns - k);
            for (int at = 0; at < depth; at += elements) {
                decode(call, row, (k + at) / elements, scratch + (long) (at / 8) * LINE, scratch + WEIGHTS);
            }
            for (int j = 0; j < 8; j++) {
                multiply(
                        scratch + (long) j * SLICE,
                        depth / 8,
                        x + 4L * (k + j),
                        4L * columns,
                        tokens,
                        sums + (long) j * LINE);
            }
        }
        finish(call, row, token, tokens, sums, line);
    }

    private static void multiply(long weights, int count, long x, long tokenBytes, int tokens, long sums) {
        for (int token = 0; token < tokens; token += 2) {
            int next = Math.min(token + 1, tokens - 1);
            FloatProduct.addEighths(
                    count,
                    weights,
                    x + token * tokenBytes,
                    x + next * tokenBytes,
                    sums + (long) token * SUMS,
                    sums + (long) next * SUMS);
        }
    }

    /// Decodes a block of every row.
    private void decode(KernelCall call, int row, int block, long dst, long scratch) {
        for (int first = 0; first < ROWS; first += TILE) {
            long at = rows.tile(call, (row + first) / TILE) + (long) block * rows.tileBytes();
            tile.quants(at, scratch);
            tile.factors(at, scratch + QUANTS);
            for (int r = 0; r < Math.min(ROWS, TILE); r += Width.FLOAT_LANES) {
                int from = (row + r) % TILE;
                decode(scratch + from, scratch + QUANTS + 4L * from, dst + 4L * (first + r));
            }
        }
    }

    private void decode(long quants, long factors, long dst) {
        int group = tile.group();
        long q = bounded(quants);
        long f = bounded(factors);
        long out = bounded(dst);
        for (int k = 0; k < elements; k += group) {
            FloatVector s = floats(f + offset(k / group) * GROUP);
            FloatVector m = floats(f + offset(k / group) * GROUP + 4 * TILE);
            for (int i = k; i < k + group; i++) {
                Width.bytesToFloats(q + offset(i) * TILE)
                        .fma(s, m)
                        .intoMemorySegment(
                                Memory.ALL, out + offset(i & 7) * SLICE + offset(i >> 3) * LINE, Width.ORDER);
            }
        }
    }

    /// Adds the partial sums of every row by the tree and writes the rows that exist.
    private void finish(KernelCall call, int row, int token, int tokens, long sums, long line) {
        int out = rows.rows(call);
        for (int t = 0; t < tokens; t++) {
            for (int r = 0; r < LINE; r += 4 * Width.FLOAT_LANES) {
                tree(sums + (long) t * SUMS + r, LINE).intoMemorySegment(Memory.ALL, line + r, Width.ORDER);
            }
            long dst = call.result() + 4L * ((long) (token + t) * out + row);
            TiledRows.copy(line, dst, Math.min(ROWS, out - row));
        }
    }

    /// Adds the partial sums of a vector of rows.
    ///
    /// @param sums those of `k mod 8 = 0`
    /// @param stride distance of the next ones
    private static FloatVector tree(long sums, long stride) {
        FloatVector even = floats(sums)
                .add(floats(sums + 4 * stride))
                .add(floats(sums + 2 * stride).add(floats(sums + 6 * stride)));
        FloatVector odd = floats(sums + stride)
                .add(floats(sums + 5 * stride))
                .add(floats(sums + 3 * stride).add(floats(sums + 7 * stride)));
        return even.add(odd);
    }
}
