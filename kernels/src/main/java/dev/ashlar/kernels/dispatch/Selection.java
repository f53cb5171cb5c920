// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.List;

/// The kernel that was chosen, and why the others were not.
///
/// @param kernel the chosen one
/// @param layout the class that the weight must have for it; another than its own means a relayout
/// @param rejected the other kernels for these formats
public record Selection(KernelDescriptor kernel, LayoutClass layout, List<Rejected> rejected) {
    /// Copies the list.
    public Selection {
        rejected = List.copyOf(rejected);
    }

    /// A kernel that was not chosen.
    ///
    /// @param kernel its name
    /// @param reason in words
    public record Rejected(String kernel, String reason) {}
}
