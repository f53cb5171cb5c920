// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode.jni;

import dev.ashlar.kernels.nativecode.NativeFunction;

/// The call through a native method. Made early, called only when the library is loaded.
final class JniFunction implements NativeFunction {
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
        JniBinding.linear(kernel, path, x, w, y, scratch, rowStride, blockStride, rows, columns, tokens, from, to);
    }
}
