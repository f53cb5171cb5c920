// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

/// Binds a kernel to a signature that its key and preconditions match.
@FunctionalInterface
public interface KernelFactory {
    /// Makes the kernel.
    ///
    /// @param signature matched by key, and not rejected by the descriptor's precondition
    /// @return a kernel for this signature only
    Kernel create(Signature signature);
}
