// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.kernels.Case.Tensor;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Int8 activations for tests.
final class Quantized {
    private Quantized() {}

    static byte[] of(Format format, int rows, int columns, byte[] f32) {
        int[] dims = {rows, columns};
        Case test = Case.of(
                "quantize",
                "quantize",
                Attributes.NONE.with("to", format.spelling()),
                Tensor.result(format, dims),
                new Tensor(Format.F32, dims, f32));
        return Runner.run(
                        StandardKernels.registry()
                                .byName("quantize." + format.spelling() + ".reference")
                                .orElseThrow(),
                        test,
                        1)
                .getLast();
    }

    /// Rounds every row to int8 steps of its largest magnitude.
    static void byLargestOfRow(double[] values, int in) {
        for (int row = 0; row < values.length; row += in) {
            float largest = 0;
            for (int k = row; k < row + in; k++) {
                largest = Math.max(largest, (float) Math.abs(values[k]));
            }
            for (int k = row; k < row + in; k++) {
                values[k] = Math.rint((float) values[k] * (127f / largest)) * largest / 127;
            }
        }
    }

    /// What formats with an offset add because the sum of the activations is stored rounded: per block
    /// `offset * (stored - sum)`.
    static double storedSums(Format format, byte[] weight, int row, byte[] activations, int token, int in) {
        ByteBuffer w = ByteBuffer.wrap(weight).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer x = ByteBuffer.wrap(activations).order(ByteOrder.LITTLE_ENDIAN);
        double[] values = Data.decode(Format.Q8_1, activations);
        int blocks = in / 32;
        double correction = 0;
        for (int b = 0; b < blocks; b++) {
            double sum = 0;
            for (int k = 0; k < 32; k++) {
                sum += values[token * in + 32 * b + k];
            }
            int block = token * blocks + b;
            double stored = Float.float16ToFloat(x.getShort(36 * block + 2));
            float offset = Float.float16ToFloat(w.getShort((row * blocks + b) * format.blockBytes() + 2));
            correction += offset * (stored - sum);
        }
        return correction;
    }
}
