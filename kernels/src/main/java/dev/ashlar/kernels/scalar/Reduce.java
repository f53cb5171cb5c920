// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Reduces one axis and removes it; sums in the exact order. A unit is an element of the result.
final class Reduce implements Kernel {
    /// Reduces one run of elements.
    interface Run {
        /// Reduces `n` elements.
        ///
        /// @param x address of the first
        /// @param stride bytes from one to the next
        /// @param n how many
        /// @return the reduced value
        float apply(long x, long stride, int n);
    }

    private final int rank;
    private final int axis;
    private final Run reduction;

    Reduce(Signature signature, Run reduction) {
        rank = signature.operand(0).rank();
        boolean given = signature.attributes().has("axis");
        axis = Sizes.axis(given ? signature.attributes().integer("axis") : -1, rank);
        this.reduction = reduction;
    }

    @Override
    public int units(KernelCall call) {
        return Sizes.product(call, 0, 0, axis) * Sizes.product(call, 0, axis + 1, rank);
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int size = call.dim(0, axis);
        int inner = Sizes.product(call, 0, axis + 1, rank);
        for (int unit = from; unit < to; unit++) {
            long x = call.address(0) + 4L * ((long) (unit / inner) * size * inner + unit % inner);
            Memory.putF32(call.result() + 4L * unit, reduction.apply(x, 4L * inner, size));
        }
    }

    static float mean(long x, long stride, int n) {
        return Dot.sum(x, stride, n) / n;
    }

    static float max(long x, long stride, int n) {
        float max = Float.NEGATIVE_INFINITY;
        for (int k = 0; k < n; k++) {
            max = Math.max(max, Memory.f32(x + k * stride));
        }
        return max;
    }
}
