// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Rotates pairs of every head by `(pos + t) * base^(-2i / dims) / factor[i]`; the angle in float64, its sine and
/// cosine rounded to f32. Mode `norm` pairs `2i` with `2i + 1`, mode `neox` pairs `i` with `i + dims / 2`; elements
/// from `dims` on are copied. A unit is a row.
final class Rope implements Kernel {
    private final int headSize;
    private final int dims;
    private final boolean neox;
    private final boolean factors;
    private final double[] frequencies;

    Rope(Signature signature) {
        Attributes attributes = signature.attributes();
        headSize = Math.toIntExact(attributes.integer("head_dim"));
        dims = attributes.has("dims") ? Math.toIntExact(attributes.integer("dims")) : headSize;
        neox = attributes.has("mode") && attributes.text("mode").equals("neox");
        factors = signature.operands().size() == 3;
        double base = attributes.has("base") ? attributes.number("base") : 10000.0;
        frequencies = new double[dims / 2];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = StrictMath.pow(base, -2.0 * i / dims);
        }
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
        int position = Memory.i32(call.address(1));
        for (int row = from; row < to; row++) {
            long x = call.address(0) + 4L * size * row;
            long y = call.result() + 4L * size * row;
            for (int i = 0; i < dims / 2; i++) {
                double frequency = frequencies[i];
                if (factors) {
                    frequency /= Memory.f32(call.address(2) + 4L * i);
                }
                double angle = ((double) position + row) * frequency;
                rotate(x, y, size, i, (float) Trig.cos(angle), (float) Trig.sin(angle));
            }
            copyRest(x, y, size);
        }
    }

    private void rotate(long x, long y, int size, int pair, float cosine, float sine) {
        int first = neox ? pair : 2 * pair;
        int second = neox ? pair + dims / 2 : 2 * pair + 1;
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
