// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.memory.Memory;

/// `y[i] = f(x[i])`. A unit is an element.
///
/// @param function applied to every element
record Unary(FloatFunction function) implements Kernel {
    @Override
    public int units(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public int grain() {
        return 16;
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        long x = call.address(0);
        long y = call.result();
        for (int i = from; i < to; i++) {
            Memory.putF32(y + 4L * i, function.apply(Memory.f32(x + 4L * i)));
        }
    }
}
