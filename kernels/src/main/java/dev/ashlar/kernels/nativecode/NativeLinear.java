// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// `y[t, o] = sum_k x[t, k] * w[o, k]` in C. A unit is an output row.
///
/// Both layouts are the same code with other strides. The order of summation is that of the scalar kernels.
public final class NativeLinear implements Kernel {
    private static final int DECODED_ROWS = 4;

    private final WeightGrid grid;
    private final NativeProduct product;
    private final int kernel;
    private final int path;

    /// The element of an array is no constant to partial evaluation, and there are two classes of functions: so the
    /// call
    /// stays a call. What is behind a downcall handle cannot be partially evaluated.
    private final NativeFunction[] function;

    /// Binds the product to a signature.
    ///
    /// @param signature of the op
    /// @param product that the library computes
    /// @param path which form of it runs
    /// @param function how the library is called
    NativeLinear(Signature signature, NativeProduct product, CodePath path, NativeFunction function) {
        this.grid = new WeightGrid(signature.operand(1), 1);
        this.product = product;
        this.kernel = product.ordinal();
        this.path = path.ordinal();
        this.function = new NativeFunction[] {function};
    }

    @Override
    public int units(KernelCall call) {
        return grid.rows(call);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return product.isExact() ? Sizes.aligned(4L * DECODED_ROWS * grid.columns(call)) : 0;
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.rows(0) * grid.rows(call) * grid.columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        function[0].linear(
                kernel,
                path,
                call.address(0),
                call.address(1),
                call.result(),
                scratch,
                grid.rowStride(call),
                grid.blockStride(call),
                grid.rows(call),
                grid.columns(call),
                call.rows(0),
                from,
                to);
    }
}
