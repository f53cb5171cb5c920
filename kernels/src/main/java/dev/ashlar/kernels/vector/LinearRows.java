// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// A product with dense weights in rows: its units are rows, and the lanes of a vector are the eight partial
/// sums.
abstract class LinearRows implements Kernel {
    /// Rows of a unit of work.
    static final int PANEL = 24;

    final DenseRows format;
    final WeightGrid grid;

    LinearRows(Signature signature, DenseRows format) {
        this.format = format;
        this.grid = new WeightGrid(signature.operand(1), 1);
    }

    @Override
    public final int units(KernelCall call) {
        return grid.rows(call);
    }

    @Override
    public final int grain() {
        return PANEL;
    }

    @Override
    public final long work(KernelCall call) {
        return (long) call.rows(0) * grid.rows(call) * grid.columns(call);
    }

    /// Adds the columns that fill no vector, then the partial sums.
    ///
    /// @param whole how many columns were multiplied already
    /// @param sums  partial sums, `f32[tokens][rows][8]`
    final void finish(KernelCall call, int row, int rows, int token, int tokens, int whole, long sums) {
        int columns = grid.columns(call);
        for (int t = 0; t < tokens; t++) {
            long x = call.address(0) + 4L * columns * (token + t);
            long y = call.result() + 4L * ((long) grid.rows(call) * (token + t) + row);
            for (int r = 0; r < rows; r++) {
                long w = call.address(1) + (long) format.bytes() * columns * (row + r);
                long eight = sums + EightSums.BYTES * ((long) rows * t + r);
                for (int k = whole; k < columns; k++) {
                    long sum = eight + 4L * (k & 7);
                    float element = format.element(w + (long) format.bytes() * k);
                    Memory.putF32(sum, Math.fma(Memory.f32(x + 4L * k), element, Memory.f32(sum)));
                }
                Memory.putF32(y + 4L * r, EightSums.tree(eight));
            }
        }
    }
}
