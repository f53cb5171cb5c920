// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// Joins operands along one axis. A unit is an index over the axes before it.
final class Concat implements Kernel {
    private final int operands;
    private final int rank;
    private final int axis;
    private final int width;

    Concat(Signature signature) {
        operands = signature.operands().size();
        rank = signature.operand(0).rank();
        axis = Sizes.axis(signature.attributes().integer("axis"), rank);
        width = signature.operand(0).format().blockBytes();
    }

    @Override
    public int units(KernelCall call) {
        return Sizes.product(call, operands, 0, axis);
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(operands);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        long rowBytes = (long) width * Sizes.product(call, operands, axis, rank);
        for (int unit = from; unit < to; unit++) {
            long dst = call.result() + rowBytes * unit;
            for (int i = 0; i < operands; i++) {
                int count = Sizes.product(call, i, axis, rank);
                Copy.elements(call.address(i) + (long) width * count * unit, dst, count, width);
                dst += (long) width * count;
            }
        }
    }
}
