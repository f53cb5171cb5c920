// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[i] = fma((x[i] - mean) * r, w[i], b[i])` with `r = 1 / sqrt(sum (x - mean)^2 / n + eps)`.
final class LayerNorm extends RowKernel {
    private final float epsilon;

    LayerNorm(Signature signature) {
        super(signature);
        this.epsilon = (float) signature.attributes().number("eps");
    }

    @Override
    void row(KernelCall call, int row, int size) {
        long x = call.address(0) + 4L * size * row;
        long y = call.result() + 4L * size * row;
        float mean = Dot.sum(x, 4, size) / size;
        for (int i = 0; i < size; i++) {
            Memory.putF32(y + 4L * i, Memory.f32(x + 4L * i) - mean);
        }
        float variance = Dot.f32(y, y, size) / size;
        float r = 1f / (float) Math.sqrt(variance + epsilon);
        for (int i = 0; i < size; i++) {
            float centred = Memory.f32(y + 4L * i) * r;
            float value = fma(centred, Memory.f32(call.address(1) + 4L * i), Memory.f32(call.address(2) + 4L * i));
            Memory.putF32(y + 4L * i, value);
        }
    }
}
