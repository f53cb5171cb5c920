// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[t, o] = sum_k x[t, k] * w[o, k]` with dense weights in rows: the lanes of a vector are the eight partial sums, so
/// the weights are read as they lie in the file.
///
/// Some columns of a panel of rows are widened once for [#CHUNK] tokens and stay in the first cache; the partial
/// sums of a token and a row lie in scratch memory meanwhile, as `f32[token][row][8]`.
///
/// F16, 128 tokens: 41 G multiply-adds/s a core; the scalar kernel 2 (EPYC 4th generation, 512 bits, JDK 25.0.3,
/// 2026-11-30). One token of F16 has loops of its own, [LinearHalfOneToken].
final class LinearDense implements Kernel {
    /// Rows that are widened at once.
    static final int PANEL = 24;

    /// Columns that are widened at once.
    private static final int DEPTH = 256;

    private static final int CHUNK = 96;
    /// Fewer tokens read f32 where they are.
    private static final int FEW = 8;

    /// Rows at once for fewer tokens: what the next ones need arrives while these are multiplied.
    private static final int FEW_ROWS = 4;
    private static final long ROW = 4L * DEPTH;

    private final DenseRows format;
    private final WeightGrid grid;

    LinearDense(Signature signature, DenseRows format) {
        this.format = format;
        this.grid = new WeightGrid(signature.operand(1), 1);
    }

    @Override
    public int units(KernelCall call) {
        return grid.rows(call);
    }

    @Override
    public int grain() {
        return PANEL;
    }

    @Override
    public long scratchBytes(KernelCall call) {
        int chunk = Math.min(call.rows(0), CHUNK);
        return (PANEL + 1L) * ROW + (long) chunk * PANEL * EightSums.BYTES;
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.rows(0) * grid.rows(call) * grid.columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int tokens = call.rows(0);
        int panel = tokens < FEW ? FEW_ROWS : PANEL;
        for (int row = from; row < to; row += panel) {
            int rows = Math.min(panel, to - row);
            for (int token = 0; token < tokens; token += CHUNK) {
                multiply(call, row, rows, token, Math.min(CHUNK, tokens - token), scratch);
            }
        }
    }

    private void multiply(KernelCall call, int row, int rows, int token, int tokens, long scratch) {
        int columns = grid.columns(call);
        long x = call.address(0) + 4L * columns * token;
        long sums = scratch + (PANEL + 1L) * ROW;
        EightSums.zero(sums, tokens * rows);
        int whole = columns - columns % Math.max(8, Width.FLOAT_LANES);
        long first = call.address(1) + (long) format.bytes() * columns * row;
        if (format == DenseRows.F32 && tokens < FEW) {
            DenseProduct.add(whole, first, 4L * columns, rows, x, 4L * columns, tokens, sums);
        } else {
            for (int k = 0; k < whole; k += DEPTH) {
                int depth = Math.min(DEPTH, whole - k);
                for (int r = 0; r < rows; r++) {
                    format.widen(first + (long) format.bytes() * ((long) columns * r + k), depth, scratch + r * ROW);
                }
                DenseProduct.add(depth, scratch, ROW, rows, x + 4L * k, 4L * columns, tokens, sums);
            }
        }
        rest(call, row, rows, token, tokens, whole, sums);
        finish(call, row, rows, token, tokens, sums);
    }

    /// Adds the columns that fill no vector.
    private void rest(KernelCall call, int row, int rows, int token, int tokens, int whole, long sums) {
        int columns = grid.columns(call);
        for (int t = 0; t < tokens; t++) {
            long x = call.address(0) + 4L * columns * (token + t);
            for (int r = 0; r < rows; r++) {
                long w = call.address(1) + (long) format.bytes() * columns * (row + r);
                for (int k = whole; k < columns; k++) {
                    long sum = sums + EightSums.BYTES * ((long) rows * t + r) + 4L * (k & 7);
                    float element = format.element(w + (long) format.bytes() * k);
                    Memory.putF32(sum, Math.fma(Memory.f32(x + 4L * k), element, Memory.f32(sum)));
                }
            }
        }
    }

    private void finish(KernelCall call, int row, int rows, int token, int tokens, long sums) {
        long out = grid.rows(call);
        for (int t = 0; t < tokens; t++) {
            long y = call.result() + 4L * (out * (token + t) + row);
            for (int r = 0; r < rows; r++) {
                Memory.putF32(y + 4L * r, EightSums.tree(sums + EightSums.BYTES * ((long) rows * t + r)));
            }
        }
    }
}
