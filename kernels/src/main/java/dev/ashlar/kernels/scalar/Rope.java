// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Rotates pairs of every head by [RopeAngles]: `a cos - b sin` and `a sin + b cos`, each with the second
/// product rounded. A unit is a row.
final class Rope implements Kernel {
    private final RopeAngles angles;
    private final int headSize;
    private final int dims;

    Rope(Signature signature) {
        angles = new RopeAngles(signature);
        headSize = angles.headSize();
        dims = angles.dims();
    }

    @Override
    public int units(KernelCall call) {
        return call.rows(0);
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int size = call.dim(0, 1);
        for (int row = from; row < to; row++) {
            long x = call.address(0) + 4L * size * row;
            long y = call.result() + 4L * size * row;
            for (int i = 0; i < dims / 2; i++) {
                double angle = angles.angle(call, row, i);
                rotate(x, y, size, i, (float) Trig.cos(angle), (float) Trig.sin(angle));
            }
            copyRest(x, y, size);
        }
    }

    private void rotate(long x, long y, int size, int pair, float cosine, float sine) {
        int first = angles.isNeox() ? pair : 2 * pair;
        int second = angles.isNeox() ? pair + dims / 2 : 2 * pair + 1;
        for (int head = 0; head < size; head += headSize) {
            float a = Memory.f32(x + 4L * (head + first));
            float b = Memory.f32(x + 4L * (head + second));
            Memory.putF32(y + 4L * (head + first), fma(a, cosine, -(b * sine)));
            Memory.putF32(y + 4L * (head + second), fma(a, sine, b * cosine));
        }
    }

    private void copyRest(long x, long y, int size) {
        for (int head = 0; head < size; head += headSize) {
            for (int i = dims; i < headSize; i++) {
                Memory.putF32(y + 4L * (head + i), Memory.f32(x + 4L * (head + i)));
            }
        }
    }
}
