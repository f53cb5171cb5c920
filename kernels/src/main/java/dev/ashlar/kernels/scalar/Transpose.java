// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import java.util.List;

/// Swaps two axes of a dense tensor, seen as `[a, first, b, second, c]`. A unit is a pair of indices on `a` and
/// `second`.
final class Transpose implements Kernel {
    private final int rank;
    private final int first;
    private final int second;
    private final int width;

    Transpose(Signature signature) {
        rank = signature.operand(0).rank();
        width = signature.operand(0).format().blockBytes();
        Attributes attributes = signature.attributes();
        List<Long> axes = attributes.has("axes") ? attributes.integers("axes") : List.of(-2L, -1L);
        int one = Sizes.axis(axes.get(0), rank);
        int other = Sizes.axis(axes.get(1), rank);
        first = Math.min(one, other);
        second = Math.max(one, other);
    }

    @Override
    public int units(KernelCall call) {
        return Sizes.product(call, 0, 0, first) * call.dim(0, second);
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int rows = call.dim(0, first);
        int columns = call.dim(0, second);
        int between = first == second ? 1 : Sizes.product(call, 0, first + 1, second);
        int inner = Sizes.product(call, 0, second + 1, rank);
        if (first == second) {
            Copy.elements(
                    call.address(0) + (long) width * inner * from,
                    call.result() + (long) width * inner * from,
                    inner * (to - from),
                    width);
            return;
        }
        for (int unit = from; unit < to; unit++) {
            long outer = (long) (unit / columns) * rows * between * columns;
            int column = unit % columns;
            long dst = call.result() + (long) width * inner * unit * between * rows;
            for (int b = 0; b < between; b++) {
                for (int row = 0; row < rows; row++) {
                    long index = outer + ((long) row * between + b) * columns + column;
                    Copy.elements(call.address(0) + (long) width * inner * index, dst, inner, width);
                    dst += (long) width * inner;
                }
            }
        }
    }
}
