// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.Numerics;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.Optional;

/// A kernel that can compute an operation, with what it needs for that.
///
/// @param kernel the kernel
/// @param quantizeTo the format that the first operand must be quantized to; empty if it is read as it is
/// @param weight the operand that is a weight
/// @param nanoseconds estimated time of a call
/// @param relayoutBytes size of the copy of the weight that it needs; 0 if it reads the stored one
record Candidate(
        KernelDescriptor kernel,
        Optional<Format> quantizeTo,
        Optional<WeightOperand> weight,
        double nanoseconds,
        long relayoutBytes) {
    /// A weight and the layout in which the kernel reads it.
    ///
    /// @param index of the operand
    /// @param layout that the kernel reads
    record WeightOperand(int index, LayoutClass layout) {}

    boolean isReference() {
        return kernel.family().equals("reference");
    }

    Numerics numerics() {
        return kernel.key().numerics();
    }

    double total(CostModel costs) {
        return nanoseconds + costs.share(relayoutBytes);
    }
}
