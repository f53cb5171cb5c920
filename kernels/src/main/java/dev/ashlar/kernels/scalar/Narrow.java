// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// Copies a range of one axis. A unit is an index over the axes before it.
final class Narrow implements Kernel {
    private final int rank;
    private final int axis;
    private final int from;
    private final int width;

    Narrow(Signature signature) {
        rank = signature.operand(0).rank();
        axis = Sizes.axis(signature.attributes().integer("axis"), rank);
        from = Math.toIntExact(signature.attributes().integer("from"));
        width = signature.operand(0).format().blockBytes();
    }

    @Override
    public int units(KernelCall call) {
        return Sizes.product(call, 0, 0, axis);
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(1);
    }

    @Override
    public void run(KernelCall call, int first, int to, long scratch) {
        int inner = Sizes.product(call, 0, axis + 1, rank);
        int axisSize = call.dim(0, axis);
        int begin = Sizes.narrowFrom(call, axis, from);
        int count = call.dim(1, axis) * inner;
        for (int unit = first; unit < to; unit++) {
            long src = call.address(0) + (long) width * inner * ((long) axisSize * unit + begin);
            Copy.elements(src, call.result() + (long) width * count * unit, count, width);
        }
    }
}
