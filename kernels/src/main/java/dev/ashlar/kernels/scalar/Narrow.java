// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Copies a range of one axis of 4-byte elements. A unit is an index over the axes before it.
final class Narrow implements Kernel {
    private final int rank;
    private final int axis;
    private final int from;

    Narrow(Signature signature) {
        rank = signature.operand(0).rank();
        axis = Sizes.axis(signature.attributes().integer("axis"), rank);
        from = Math.toIntExact(signature.attributes().integer("from"));
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
        int begin = from < 0 ? axisSize + from : from;
        int size = call.dim(1, axis);
        if (begin < 0 || begin + size > axisSize) {
            throw new IllegalArgumentException(
                    "narrow: %d elements from %d of axis %d, which has %d".formatted(size, from, axis, axisSize));
        }
        int count = size * inner;
        for (int unit = first; unit < to; unit++) {
            long src = call.address(0) + 4L * inner * ((long) axisSize * unit + begin);
            long dst = call.result() + 4L * count * unit;
            for (int i = 0; i < count; i++) {
                Memory.putI32(dst + 4L * i, Memory.i32(src + 4L * i));
            }
        }
    }
}
