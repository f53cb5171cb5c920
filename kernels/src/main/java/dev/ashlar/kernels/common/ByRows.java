// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.common;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;

/// A kernel that has one loop nest for one row and another for many.
///
/// @param one runs calls whose first operand has one row
/// @param many runs the others, with the same units and grain
public record ByRows(Kernel one, Kernel many) implements Kernel {
    @Override
    public Kernel forRows(int rows) {
        return rows == 1 ? one : many;
    }

    @Override
    public int units(KernelCall call) {
        return many.units(call);
    }

    @Override
    public int grain() {
        return many.grain();
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return forRows(call.rows(0)).scratchBytes(call);
    }

    @Override
    public long work(KernelCall call) {
        return many.work(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        forRows(call.rows(0)).run(call, from, to, scratch);
    }
}
