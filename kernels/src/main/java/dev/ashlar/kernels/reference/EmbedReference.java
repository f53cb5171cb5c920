// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[t] = w[ids[t]]`, decoded by the codec. A unit is a token.
final class EmbedReference implements Kernel {
    private final WeightReference weight;

    EmbedReference(Signature signature) {
        weight = new WeightReference(signature.operand(0), 0);
    }

    @Override
    public int units(KernelCall call) {
        return call.elements(1);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return weight.grid().scratchBytes();
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.elements(1) * weight.grid().columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int rows = weight.grid().rows(call);
        float[] row = new float[weight.grid().columns(call)];
        for (int token = from; token < to; token++) {
            int id = Memory.i32(call.address(1) + 4L * token);
            if (id < 0 || id >= rows) {
                throw new IllegalArgumentException(
                        "embed: id %d at %d is out of range, the table has %d rows".formatted(id, token, rows));
            }
            weight.row(call, call.address(0), id, row, scratch);
            for (int k = 0; k < row.length; k++) {
                Memory.putF32(call.result() + 4L * ((long) token * row.length + k), row[k]);
            }
        }
    }
}
