// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// A product with a weight whose rows are interleaved by 32: its units are rows, which it works on by panels.
abstract class LinearTiled implements Kernel {
    final TiledRows rows;

    LinearTiled(Signature signature) {
        this.rows = new TiledRows(signature);
    }

    @Override
    public final int units(KernelCall call) {
        return rows.rows(call);
    }

    @Override
    public final int grain() {
        return TiledRows.PANEL;
    }

    @Override
    public final long work(KernelCall call) {
        return (long) call.rows(0) * rows.rows(call) * rows.columns(call);
    }
}
