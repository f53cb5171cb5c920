// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.memory.Memory;

/// `y[i] = f(a[i], b[i])`, where the smaller operand repeats over the leading dims of the larger. A unit is an element.
///
/// @param operator applied to every pair
record Binary(FloatOperator operator) implements Kernel {
    @Override
    public int units(KernelCall call) {
        return call.elements(2);
    }

    @Override
    public int grain() {
        return 16;
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(2);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int sizeA = call.elements(0);
        int sizeB = call.elements(1);
        long a = call.address(0);
        long b = call.address(1);
        long y = call.result();
        if (from >= to) {
            return;
        }
        int i = from % sizeA;
        int j = from % sizeB;
        for (int k = from; k < to; k++) {
            Memory.putF32(y + 4L * k, operator.apply(Memory.f32(a + 4L * i), Memory.f32(b + 4L * j)));
            i = i + 1 == sizeA ? 0 : i + 1;
            j = j + 1 == sizeB ? 0 : j + 1;
        }
    }
}
