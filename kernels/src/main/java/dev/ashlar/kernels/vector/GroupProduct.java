// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.TiledRows.PANEL_BYTES;
import static dev.ashlar.kernels.vector.Width.bounded;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.IntVector;

/// The product of prompts with blocks of 256 whose groups have scales of their own:
/// `total[r] = sum_j scale[j, r] * sum_k w[j, k, r] * x[j, k]`, in whole numbers.
///
/// The sums of a group are made in 16 bits. They fit where the absolute activations of the group add up to
/// little enough, which nearly all do ([SuperBlock#fits]); where they do not, each half of a group, which
/// always fits, is added for itself.
final class GroupProduct {
    private static final long WEIGHT_BYTES = 2L * PANEL;

    private final int elements;

    /// A product.
    ///
    /// @param elements of a group
    GroupProduct(int elements) {
        this.elements = elements;
    }

    /// Returns the size of the scratch memory of [#run].
    static int scratchBytes() {
        return (int) (2 * WEIGHT_BYTES);
    }

    /// Writes the totals of several tokens.
    ///
    /// @param weights `i16[256][PANEL]`
    /// @param scales `i32[256 / elements][PANEL]`
    /// @param x the block of activations of the first token
    /// @param tokenBytes distance of the block of the next token
    /// @param summaries for each token, not 0 where whole groups fit, an `i32` at the beginning
    /// @param summaryBytes distance of the summary of the next token
    /// @param tokens their number
    /// @param totals `i32[tokens + 1][PANEL]`, overwritten
    /// @param scratch [#scratchBytes]
    void run(
            long weights,
            long scales,
            long x,
            long tokenBytes,
            long summaries,
            int summaryBytes,
            int tokens,
            long totals,
            long scratch) {
        SuperBlock.clear(totals, PANEL * (tokens + 1));
        for (int j = 0; j < 256 / elements; j++) {
            long w = weights + j * elements * WEIGHT_BYTES;
            long scale = scales + j * PANEL_BYTES;
            long quants = x + SuperBlock.X_QUANTS + j * elements;
            for (int token = 0; token < tokens; token += 2) {
                int next = Math.min(token + 1, tokens - 1);
                long x0 = quants + token * tokenBytes;
                long x1 = quants + next * tokenBytes;
                long total = totals + token * PANEL_BYTES;
                int fits = Memory.i32(summaries + (long) token * summaryBytes)
                        & Memory.i32(summaries + (long) next * summaryBytes);
                int step = fits != 0 ? elements : elements / 2;
                for (int first = 0; first < elements; first += step) {
                    ShortProduct.run(step, w + first * WEIGHT_BYTES, x0 + first, x1 + first, scratch);
                    add(scratch, scale, total);
                }
            }
        }
    }

    /// Adds the sums of a pair of tokens times scales.
    private static void add(long sums, long scales, long totals) {
        long in = bounded(sums);
        long factors = bounded(scales);
        long out = bounded(totals);
        for (int row = 0; row < PANEL; row += Width.FLOAT_LANES) {
            IntVector scale = Width.ints(factors + 4L * row);
            add(in + 2L * row, scale, out + 4L * row);
            add(in + 2L * (PANEL + row), scale, out + 4L * (PANEL + row));
        }
    }

    private static void add(long sums, IntVector scale, long totals) {
        Width.ints(totals).add(Width.widenedShorts(sums).mul(scale)).intoMemorySegment(Memory.ALL, totals, Width.ORDER);
    }
}
