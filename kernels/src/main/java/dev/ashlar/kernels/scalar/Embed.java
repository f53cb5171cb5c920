// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[t] = w[ids[t]]`, decoded. A unit is a token.
final class Embed implements Kernel {
    private final WeightRows weight;

    Embed(Signature signature, BlockReader reader) {
        this.weight = new WeightRows(signature.operand(0), 0, reader);
    }

    @Override
    public int units(KernelCall call) {
        return call.elements(1);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return weight.scratchBytes(call);
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.elements(1) * weight.grid().columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int rows = weight.grid().rows(call);
        long rowBytes = 4L * weight.grid().columns(call);
        for (int token = from; token < to; token++) {
            int id = Memory.i32(call.address(1) + 4L * token);
            if (id < 0 || id >= rows) {
                throw new IllegalArgumentException(
                        "embed: id %d at %d is out of range, the table has %d rows".formatted(id, token, rows));
            }
            weight.decode(call, call.address(0), id, scratch, call.result() + rowBytes * token);
        }
    }
}
