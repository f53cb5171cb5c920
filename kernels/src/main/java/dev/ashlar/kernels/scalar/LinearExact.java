// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[t, o] = sum_k x[t, k] * w[o, k]` with f32 activations: a row of the weight is decoded once, then multiplied with
/// every token. A unit is an output row.
final class LinearExact implements Kernel {
    private final WeightRows weight;

    LinearExact(Signature signature, BlockReader reader) {
        this.weight = new WeightRows(signature.operand(1), 1, reader);
    }

    @Override
    public int units(KernelCall call) {
        return weight.grid().rows(call);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return weight.scratchBytes(call);
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.rows(0) * weight.grid().rows(call) * weight.grid().columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int columns = weight.grid().columns(call);
        long rows = weight.grid().rows(call);
        int tokens = call.rows(0);
        long x = call.address(0);
        long w = call.address(1);
        long y = call.result();
        for (int row = from; row < to; row++) {
            long decoded = weight.row(call, w, row, scratch);
            for (int token = 0; token < tokens; token++) {
                float sum = Dot.f32(x + 4L * columns * token, decoded, columns);
                Memory.putF32(y + 4L * (rows * token + row), sum);
            }
        }
    }
}
