// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// What the normalizations of the last axis share. A unit is a row.
abstract class VectorNorm implements Kernel {
    private final float epsilon;
    private final int rank;

    VectorNorm(Signature signature) {
        epsilon = (float) signature.attributes().number("eps");
        rank = signature.operand(0).rank();
    }

    @Override
    public final int units(KernelCall call) {
        return call.rows(0);
    }

    @Override
    public final long scratchBytes(KernelCall call) {
        return EightSums.BYTES;
    }

    @Override
    public final long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public final void run(KernelCall call, int from, int to, long scratch) {
        int size = Sizes.last(call, 0, rank);
        for (int row = from; row < to; row++) {
            long offset = 4L * size * row;
            normalize(call, call.address(0) + offset, call.result() + offset, size, scratch);
        }
    }

    /// Normalizes a row.
    ///
    /// @param call where the weights are
    /// @param x `f32[size]`
    /// @param y `f32[size]`, overwritten
    /// @param size of the row
    /// @param sums scratch memory for the sums
    abstract void normalize(KernelCall call, long x, long y, int size, long sums);

    /// Returns what a row is multiplied by.
    ///
    /// @param squares the mean of its squares
    final float reciprocal(float squares) {
        return 1f / (float) Math.sqrt(squares + epsilon);
    }
}
