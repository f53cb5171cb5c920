// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// A kernel over the rows of its first operand, the last axis being a row. A unit is a row.
abstract class RowKernel implements Kernel {
    private final int rank;

    RowKernel(Signature signature) {
        this.rank = signature.operand(0).rank();
    }

    @Override
    public final int units(KernelCall call) {
        return call.rows(0);
    }

    @Override
    public final long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public final void run(KernelCall call, int from, int to, long scratch) {
        int size = Sizes.last(call, 0, rank);
        for (int row = from; row < to; row++) {
            row(call, row, size);
        }
    }

    /// Computes one row.
    ///
    /// @param call addresses
    /// @param row index of the row
    /// @param size elements of the row
    abstract void row(KernelCall call, int row, int size);
}
