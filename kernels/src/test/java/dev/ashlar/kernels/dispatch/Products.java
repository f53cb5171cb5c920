// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/// Random views, and the product of two in float64.
final class Products {
    private Products() {}

    static TensorView weight(Arena arena, long seed, long... shape) {
        long count = 1;
        for (long size : shape) {
            count *= size;
        }
        MemorySegment storage = arena.allocate(Format.Q8_0.bytesOf(count), 64);
        Random random = new Random(seed);
        for (long at = 0; at < storage.byteSize(); at += 34) {
            storage.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(random.nextFloat() * 0.01f));
            for (int i = 2; i < 34; i++) {
                storage.set(ValueLayout.JAVA_BYTE, at + i, (byte) random.nextInt());
            }
        }
        return TensorView.of(Format.Q8_0, storage, shape);
    }

    static TensorView floats(long seed, long... shape) {
        long count = 1;
        for (long size : shape) {
            count *= size;
        }
        float[] values = new float[(int) count];
        Random random = new Random(seed);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return TensorView.ofFloats(values, shape);
    }

    /// `x * W^T` in float64 of the decoded views.
    static void assertProduct(TensorView x, TensorView w, TensorView y) {
        float[] left = x.toFloatArray();
        float[] right = w.toFloatArray();
        float[] found = y.toFloatArray();
        int in = (int) w.dim(-1);
        int out = (int) w.dim(-2);
        int tokens = found.length / out;
        for (int i = 0; i < found.length; i++) {
            double sum = 0;
            double scale = 0;
            for (int k = 0; k < in; k++) {
                double product = (double) left[i / out * in + k] * right[i % out * in + k];
                sum += product;
                scale += Math.abs(product);
            }
            assertEquals(sum, found[i], 1e-6 * scale, "element " + i + " of " + tokens + " rows");
        }
    }
}
