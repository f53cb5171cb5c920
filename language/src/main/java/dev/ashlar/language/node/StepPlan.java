// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.source.SourceSection;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.Signature;
import java.util.List;

/// One operation of a graph with its kernel.
///
/// @param name of the value that it computes
/// @param descriptor of the chosen kernel
/// @param signature that the kernel is bound to
/// @param operands indices of values
/// @param result index of a value
/// @param source the expression that it comes from
public record StepPlan(
        String name,
        KernelDescriptor descriptor,
        Signature signature,
        List<Integer> operands,
        int result,
        SourceSection source) {
    /// Copies the operands.
    public StepPlan {
        operands = List.copyOf(operands);
    }
}
