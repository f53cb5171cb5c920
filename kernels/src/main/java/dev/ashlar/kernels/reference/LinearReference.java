// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[t, o] = sum_k x[t, k] * w[o, k]`: both decoded by their codecs, summed in float64, rounded once. A unit is an
/// output row.
///
/// With int8 activations the integer algorithm is the same sum, but for formats with an offset: there the offset is
/// multiplied with the stored sum of the activations, which was rounded to f16, not with the activations.
final class LinearReference implements Kernel {
    private final OperandType activations;
    private final WeightReference weight;
    private final boolean storedSums;

    LinearReference(Signature signature) {
        activations = signature.operand(0);
        weight = new WeightReference(signature.operand(1), 1);
        storedSums = activations.format() == Format.Q8_1;
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
        int tokens = call.rows(0);
        long tokenBytes = activations.format().bytesOf(columns);
        float[] w = new float[columns];
        for (int row = from; row < to; row++) {
            weight.row(call, call.address(1), row, w, scratch);
            for (int token = 0; token < tokens; token++) {
                long x = call.address(0) + tokenBytes * token;
                double sum = dot(x, w);
                if (storedSums) {
                    sum += offsets(call, row, x, scratch);
                }
                Memory.putF32(call.result() + 4L * ((long) rows * token + row), (float) sum);
            }
        }
    }

    private double dot(long x, float[] w) {
        double[] values = Values.load(activations.format(), x, w.length);
        double sum = 0;
        for (int k = 0; k < w.length; k++) {
            sum += values[k] * w[k];
        }
        return sum;
    }

    /// Replaces `offset * sum of activations` by `offset * stored sum`, block by block; both f16 offset and f16 sum are
    /// the second field of their block.
    private double offsets(KernelCall call, int row, long x, long scratch) {
        double correction = 0;
        for (int b = 0; b < weight.grid().blocks(call); b++) {
            long block = weight.grid().block(call, call.address(1), row, b, scratch);
            long activation = x + (long) b * Format.Q8_1.blockBytes();
            double sum = 0;
            for (double value : Values.load(Format.Q8_1, activation, Format.Q8_1.blockElements())) {
                sum += value;
            }
            correction += Memory.f16(block + 2) * (Memory.f16(activation + 2) - sum);
        }
        return correction;
    }
}
