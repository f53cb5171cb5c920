// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// A product with ternary weights and activations that are int8 by the largest magnitude of their row, in float64. A
/// unit is an output row.
final class BitnetReference implements Kernel {
    private final WeightReference weight;

    BitnetReference(Signature signature) {
        weight = new WeightReference(signature.operand(1), 1);
    }

    @Override
    public int units(KernelCall call) {
        return weight.grid().rows(call);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return weight.grid().scratchBytes();
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.rows(0) * weight.grid().rows(call) * weight.grid().columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int columns = weight.grid().columns(call);
        int rows = weight.grid().rows(call);
        float[] w = new float[columns];
        for (int token = 0; token < call.rows(0); token++) {
            double[] x = Values.load(Format.F32, call.address(0) + 4L * columns * token, columns);
            float largest = 0;
            for (double value : x) {
                largest = Math.max(largest, (float) Math.abs(value));
            }
            for (int row = from; row < to; row++) {
                weight.row(call, call.address(1), row, w, scratch);
                double sum = 0;
                for (int k = 0; k < columns && largest != 0; k++) {
                    sum += w[k] * Math.rint((double) ((float) x[k] * (127f / largest)));
                }
                Memory.putF32(call.result() + 4L * ((long) rows * token + row), (float) (sum * largest / 127));
            }
        }
    }
}
