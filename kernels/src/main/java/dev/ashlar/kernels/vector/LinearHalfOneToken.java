// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// `y[o] = sum_k x[k] * w[o, k]` for one token with F16 weights in rows.
///
/// Some whole rows, which are one piece of memory, are first read from one end to the other, to see whether they
/// are finite: few instructions for a line of memory, so that the machine waits for many at once. Then they are
/// widened and multiplied from the cache.
///
/// In turns with [LinearDense], which ran before, from memory: 8.0 instead of 3.7 G weights/s a core at 2,048
/// columns, 8.9 instead of 2.7 at 768, 6.2 instead of 4.2 at 5,632; 2,048 columns from the cache: 11 instead
/// of 7 (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-30).
final class LinearHalfOneToken extends LinearRows {
    /// Two rows at once up to so many columns, else four. From memory, two rows and four:
    /// 5.5 and 6.7 G weights/s at 3,072 columns, 5.8 and 6.8 at 5,632; at 2,048, with four vectors
    /// in a step of the loop that finds what is not finite, 6.6 and 5.7.
    private static final int SHORT_ROW = 2048;

    private static final int MOST_ROWS = 4;

    /// Columns that are widened at once where [HalfProduct] cannot be used.
    private static final int DEPTH = 256;

    private static final long HALF = 2;
    private static final long SUMS = (long) MOST_ROWS * EightSums.BYTES;
    private static final long WIDE_ROW = 4L * DEPTH;

    LinearHalfOneToken(Signature signature) {
        super(signature, DenseRows.F16);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return scaled(0) + 4L * grid.columns(call);
    }

    private static long lanes(long scratch) {
        return scratch + SUMS;
    }

    private static long wide(long scratch) {
        return lanes(scratch) + Sizes.aligned(Width.SHORTS.vectorByteSize());
    }

    private static long scaled(long scratch) {
        return wide(scratch) + MOST_ROWS * WIDE_ROW;
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int columns = grid.columns(call);
        int whole = columns - columns % Width.LANES;
        boolean scaled = HalfProduct.scale(call.address(0), whole, scaled(scratch), lanes(scratch));
        int panel = columns <= SHORT_ROW ? 2 : MOST_ROWS;
        for (int row = from; row < to; row += panel) {
            int rows = Math.min(panel, to - row);
            long w = call.address(1) + HALF * columns * row;
            EightSums.zero(scratch, rows);
            if (scaled && rows == panel && areFinite(w, rows, columns, whole, scratch)) {
                if (rows == 2) {
                    HalfProduct.two(whole, w, HALF * columns, scaled(scratch), scratch);
                } else {
                    HalfProduct.four(whole, w, HALF * columns, scaled(scratch), scratch);
                }
            } else {
                widen(call.address(0), w, rows, columns, whole, scratch);
            }
            finish(call, row, rows, 0, 1, whole, scratch);
        }
    }

    private static boolean areFinite(long w, int rows, int columns, int whole, long scratch) {
        if (whole == columns) {
            return HalfProduct.areFinite(w, rows * columns, lanes(scratch));
        }
        boolean finite = true;
        for (int r = 0; r < rows; r++) {
            finite &= HalfProduct.areFinite(w + HALF * columns * r, whole, lanes(scratch));
        }
        return finite;
    }

    /// Adds the whole vectors of any rows.
    private void widen(long x, long w, int rows, int columns, int whole, long scratch) {
        long wide = wide(scratch);
        for (int k = 0; k < whole; k += DEPTH) {
            int depth = Math.min(DEPTH, whole - k);
            for (int r = 0; r < rows; r++) {
                format.widen(w + HALF * ((long) columns * r + k), depth, wide + WIDE_ROW * r);
            }
            DenseProduct.add(depth, wide, WIDE_ROW, rows, x + 4L * k, 0, 1, scratch);
        }
    }
}
