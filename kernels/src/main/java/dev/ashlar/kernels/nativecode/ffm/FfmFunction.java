// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode.ffm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.kernels.nativecode.NativeFunction;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// The call through a downcall handle. Made only when the library is loaded.
final class FfmFunction implements NativeFunction {
    private static final MethodHandle LINEAR = handle();

    @SuppressWarnings("restricted")
    private static MethodHandle handle() {
        FunctionDescriptor type = FunctionDescriptor.ofVoid(
                JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        return Linker.nativeLinker().downcallHandle(SymbolLookup.loaderLookup().findOrThrow("ashlar_linear"), type);
    }

    @Override
    public void linear(
            int kernel,
            int path,
            long x,
            long w,
            long y,
            long scratch,
            long rowStride,
            long blockStride,
            long rows,
            long columns,
            long tokens,
            long from,
            long to) {
        try {
            LINEAR.invokeExact(kernel, path, x, w, y, scratch, rowStride, blockStride, rows, columns, tokens, from, to);
        } catch (Throwable e) {
            throw new IllegalStateException("a function of C cannot throw", e);
        }
    }
}
