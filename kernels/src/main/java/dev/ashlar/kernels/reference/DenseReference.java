// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import java.util.ArrayList;
import java.util.List;

/// Runs a [DenseOp]: all operands are widened to float64, the result is rounded once. One unit.
final class DenseReference implements Kernel {
    private final List<OperandType> types;
    private final DenseOp op;

    DenseReference(Signature signature, DenseOp op) {
        types = new ArrayList<>(signature.operands());
        types.add(signature.result());
        this.op = op;
    }

    @Override
    public int units(KernelCall call) {
        return 1;
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(types.size() - 1);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int operands = types.size() - 1;
        double[][] x = new double[operands][];
        int[][] dims = new int[operands + 1][];
        for (int i = 0; i <= operands; i++) {
            dims[i] = new int[types.get(i).rank()];
            for (int axis = 0; axis < dims[i].length; axis++) {
                dims[i][axis] = call.dim(i, axis);
            }
            if (i < operands) {
                x[i] = Values.load(types.get(i).format(), call.address(i), call.elements(i));
            }
        }
        Values.store(types.get(operands).format(), call.result(), op.apply(x, dims));
    }
}
