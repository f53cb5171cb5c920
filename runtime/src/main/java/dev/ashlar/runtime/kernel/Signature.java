// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import java.util.List;

/// All that a kernel may treat as constant: one kernel instance, and one compilation, serves every op of the same
/// signature, in all layers of a model.
///
/// @param op name of the operation
/// @param operands types in the order of the operation, quantized and relaid out as the kernel's key wants them
/// @param result type of the result
/// @param attributes of the operation
public record Signature(String op, List<OperandType> operands, OperandType result, Attributes attributes) {
    /// Copies the operands.
    public Signature {
        operands = List.copyOf(operands);
    }

    /// Returns the type of one operand.
    ///
    /// @param index position in the operation
    /// @return its type
    public OperandType operand(int index) {
        return operands.get(index);
    }

    /// Returns the signature that leaves every size to the call, so that operations which differ in sizes alone
    /// share a kernel and its compilation.
    ///
    /// @return of the same formats, layouts, ranks and attributes
    public Signature ofAnySize() {
        return new Signature(
                op, operands.stream().map(OperandType::ofAnySize).toList(), result.ofAnySize(), attributes);
    }

    /// Returns the key that a kernel for this signature is looked up by.
    ///
    /// @param numerics wanted numerics
    /// @return the key
    public KernelKey key(Numerics numerics) {
        return new KernelKey(op, operands.stream().map(OperandType::key).toList(), numerics);
    }
}
