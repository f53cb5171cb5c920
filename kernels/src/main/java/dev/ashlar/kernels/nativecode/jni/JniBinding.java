// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode.jni;

/// The native method, whose name is part of `entry.c`.
final class JniBinding {
    private JniBinding() {}

    static native void linear(
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
            long to);
}
