// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[i] = exp(x[i] - max) * (1 / sum)`, the sum in the exact order.
final class Softmax extends RowKernel {
    Softmax(Signature signature) {
        super(signature);
    }

    @Override
    void row(KernelCall call, int row, int size) {
        long x = call.address(0) + 4L * size * row;
        long y = call.result() + 4L * size * row;
        float inverse = 1f / exponentials(x, y, size);
        for (int i = 0; i < size; i++) {
            Memory.putF32(y + 4L * i, Memory.f32(y + 4L * i) * inverse);
        }
    }

    /// Writes `exp(x[i] - max)` and returns their sum in the exact order.
    ///
    /// @param x address of `f32[size]`
    /// @param y address of `f32[size]`, may be `x`
    /// @param size at least 1
    /// @return the sum
    static float exponentials(long x, long y, int size) {
        float max = Float.NEGATIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            max = Math.max(max, Memory.f32(x + 4L * i));
        }
        for (int i = 0; i < size; i++) {
            Memory.putF32(y + 4L * i, Exp.exp(Memory.f32(x + 4L * i) - max));
        }
        return Dot.sum(y, 4, size);
    }
}
