// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import java.util.Arrays;

/// Checks of the shapes of a product.
final class Shapes {
    private Shapes() {}

    /// Checks `out = x * W^T`.
    static void checkTransposed(TensorView x, TensorView weight, TensorView out) {
        int rank = weight.rank();
        if (rank != 2 && rank != 3) {
            throw new DispatchException(
                    "weight %s: found rank %d, expected [out, in] or [experts, out, in]".formatted(weight, rank));
        }
        boolean ranks = rank == 3 ? x.rank() == 3 : x.rank() == 1 || x.rank() == 2;
        if (!ranks || x.dim(-1) != weight.dim(-1) || rank == 3 && x.dim(0) != weight.dim(0)) {
            throw new DispatchException("x %s does not fit weight %s: expected [T, %d]%s"
                    .formatted(x, weight, weight.dim(-1), rank == 3 ? " for each of " + weight.dim(0) : ""));
        }
        if (weight.layout().isPacked() && weight.layout().blockAxis() != rank - 1) {
            throw new DispatchException(
                    "weight %s is transposed: blocks must lie along its last axis; use matmul".formatted(weight));
        }
        long[] expected = x.shape();
        expected[expected.length - 1] = weight.dim(-2);
        checkResult(out, expected);
    }

    /// Checks `out = a * b`.
    static void check(TensorView a, TensorView b, TensorView out) {
        if (a.rank() != 2 || b.rank() != 2 || a.dim(1) != b.dim(0)) {
            throw new DispatchException("a %s does not fit b %s: expected [M, K] and [K, N]".formatted(a, b));
        }
        checkResult(out, new long[] {a.dim(0), b.dim(1)});
    }

    private static void checkResult(TensorView out, long[] expected) {
        boolean fits = out.format() == Format.F32
                && out.layoutClass() == LayoutClass.CONTIGUOUS
                && Arrays.equals(out.shape(), expected);
        if (!fits) {
            throw new DispatchException(
                    "out: found %s, expected f32%s contiguous".formatted(out, Arrays.toString(expected)));
        }
    }
}
