// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[.., m, n] = sum_k a[.., m, k] * b[.., k, n]`. A unit is a row of `a`.
final class MatMul implements Kernel {
    private final int rank;

    MatMul(Signature signature) {
        rank = signature.operand(0).rank();
    }

    @Override
    public int units(KernelCall call) {
        return call.rows(0);
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.elements(0) * call.dim(1, rank - 1);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int rows = call.dim(0, rank - 2);
        int depth = call.dim(0, rank - 1);
        int columns = call.dim(1, rank - 1);
        for (int unit = from; unit < to; unit++) {
            long a = call.address(0) + 4L * depth * unit;
            long b = call.address(1) + 4L * depth * columns * (unit / rows);
            long y = call.result() + 4L * columns * unit;
            for (int column = 0; column < columns; column++) {
                Memory.putF32(y + 4L * column, Dot.strided(a, 4, b + 4L * column, 4L * columns, depth));
            }
        }
    }
}
