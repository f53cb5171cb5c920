// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// `y[t, o] = sum_k x[t, k] * w[o, k]`, the weights read as they lie in the file.
///
/// Some columns of a panel of rows are widened once for [#CHUNK] tokens and stay in the first cache; the partial
/// sums of a token and a row lie in scratch memory meanwhile, as `f32[token][row][8]`.
///
/// F16, 128 tokens: 41 G multiply-adds/s a core; the scalar kernel 2 (EPYC 4th generation, 512 bits, JDK 25.0.3,
/// 2026-11-30). One token of F16 has loops of its own, [LinearHalfOneToken].
final class LinearDense extends LinearRows {
    /// Columns that are widened at once.
    private static final int DEPTH = 256;

    private static final int CHUNK = 96;
    /// Fewer tokens read f32 where they are.
    private static final int FEW = 8;

    /// Rows at once for fewer tokens: what the next ones need arrives while these are multiplied.
    private static final int FEW_ROWS = 4;
    private static final long ROW = 4L * DEPTH;

    LinearDense(Signature signature, DenseRows format) {
        super(signature, format);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        int chunk = Math.min(call.rows(0), CHUNK);
        return (PANEL + 1L) * ROW + (long) chunk * PANEL * EightSums.BYTES;
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
        finish(call, row, rows, token, tokens, whole, sums);
    }
}
