// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// The lowest index of the largest element of a row; NaN never wins, and a row of nothing else gives 0.
final class ArgMax extends RowKernel {
    ArgMax(Signature signature) {
        super(signature);
    }

    @Override
    void row(KernelCall call, int row, int size) {
        long x = call.address(0) + 4L * size * row;
        int best = -1;
        float largest = 0f;
        for (int i = 0; i < size; i++) {
            float value = Memory.f32(x + 4L * i);
            if (best < 0 ? value == value : value > largest) {
                best = i;
                largest = value;
            }
        }
        Memory.putI32(call.result() + 4L * row, Math.max(best, 0));
    }
}
