// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.RootCallTarget;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// Runs calls of many rows by the compiled kernel for one row, until that for many is compiled.
///
/// The weights are read again for every row then, from the cache at best: a prompt of 1.1 B parameters at a third of
/// its rate. So a short prompt does not wait for a compilation that takes seconds in a cold compiler.
///
/// @param target runs calls of one row
/// @param source format of the first operand
/// @param result format of the result
record RowByRow(RootCallTarget target, Format source, Format result) {
    RowByRow(RootCallTarget target, Signature signature) {
        this(target, signature.operand(0).format(), signature.result().format());
    }

    boolean isCompiled() {
        Slice probe = new Slice();
        target.call(probe.arguments);
        return probe.compiled;
    }

    /// Computes the units of a slice for each of its rows. The scratch memory is enough for the kernel of one row.
    void run(Slice slice) {
        KernelCall whole = slice.call;
        int last = whole.operands();
        int rows = whole.rows(0);
        long sourceBytes = source.bytesOf(whole.elements(0) / rows);
        long resultBytes = result.bytesOf(whole.elements(last) / rows);
        Slice one = new Slice();
        one.call = whole.ofRows(1);
        one.from = slice.from;
        one.to = slice.to;
        one.scratch = slice.scratch;
        one.direct = slice.direct;
        for (int row = 0; row < rows; row++) {
            one.call.setAddress(0, whole.address(0) + row * sourceBytes);
            one.call.setAddress(last, whole.result() + row * resultBytes);
            target.call(one.arguments);
        }
    }
}
