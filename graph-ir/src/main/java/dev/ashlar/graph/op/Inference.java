// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.TensorType;

/// Gives the type of an operation's result, and sets the attributes that follow from the operands.
@FunctionalInterface
public interface Inference {
    /// Checks operands and attributes.
    ///
    /// @param typing what is known
    /// @return the type of the result
    /// @throws OpException if they do not fit
    TensorType infer(Typing typing);
}
