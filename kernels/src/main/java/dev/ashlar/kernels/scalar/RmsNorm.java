// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[i] = (x[i] * r) * w[i]` with `r = 1 / sqrt(sum x^2 / n + eps)`.
final class RmsNorm extends RowKernel {
    private final float epsilon;

    RmsNorm(Signature signature) {
        super(signature);
        this.epsilon = (float) signature.attributes().number("eps");
    }

    @Override
    void row(KernelCall call, int row, int size) {
        long x = call.address(0) + 4L * size * row;
        long w = call.address(1);
        long y = call.result() + 4L * size * row;
        float mean = Dot.f32(x, x, size) / size;
        float r = 1f / (float) Math.sqrt(mean + epsilon);
        for (int i = 0; i < size; i++) {
            Memory.putF32(y + 4L * i, Memory.f32(x + 4L * i) * r * Memory.f32(w + 4L * i));
        }
    }
}
