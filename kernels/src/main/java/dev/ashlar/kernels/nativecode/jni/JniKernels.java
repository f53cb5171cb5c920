// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode.jni;

import dev.ashlar.kernels.common.Descriptors;
import dev.ashlar.kernels.nativecode.CodePath;
import dev.ashlar.kernels.nativecode.NativeProduct;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.Requirement;
import java.util.List;

/// Lists the native kernels that are called through JNI.
public final class JniKernels {
    private static final Descriptors NAMES = new Descriptors("jni", Requirement.NATIVE);
    private static final JniFunction FUNCTION = new JniFunction();

    private JniKernels() {}

    /// Returns all of them, whether the library is there or not.
    ///
    /// @param path which form of the native code they run
    /// @return in order of preference
    public static List<KernelDescriptor> all(CodePath path) {
        return NativeProduct.kernels(NAMES, path, () -> FUNCTION);
    }
}
