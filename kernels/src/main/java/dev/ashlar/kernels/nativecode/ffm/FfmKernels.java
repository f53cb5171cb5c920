// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode.ffm;

import dev.ashlar.kernels.common.Descriptors;
import dev.ashlar.kernels.nativecode.CodePath;
import dev.ashlar.kernels.nativecode.NativeProduct;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.Requirement;
import java.util.List;

/// Lists the native kernels that are called through the foreign function interface.
public final class FfmKernels {
    private static final Descriptors NAMES = new Descriptors("ffm", Requirement.NATIVE);

    private FfmKernels() {}

    /// Returns all of them, whether the library is there or not.
    ///
    /// @param path which form of the native code they run
    /// @return in order of preference
    public static List<KernelDescriptor> all(CodePath path) {
        return NativeProduct.kernels(NAMES, path, FfmFunction::new);
    }
}
