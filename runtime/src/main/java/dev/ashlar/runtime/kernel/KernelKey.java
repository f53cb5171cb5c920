// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import java.util.List;
import java.util.stream.Collectors;

/// What a kernel is looked up by: operation, operands with their layout classes, numerics. Matching is exact.
///
/// A kernel that takes quantized activations says so in its first operand (`q8_0`, `q8_k`): whoever selects it puts a
/// `quantize` before it.
///
/// @param op name of the operation as scripts spell it
/// @param operands in the order of the operation
/// @param numerics [Numerics#EXACT] for every operation without quantized weights
public record KernelKey(String op, List<OperandKey> operands, Numerics numerics) {
    /// Copies the operands.
    public KernelKey {
        operands = List.copyOf(operands);
    }

    /// Returns `linear(q8_0, q4_0.input_block_major) q8` and the like.
    @Override
    public String toString() {
        return op
                + operands.stream().map(OperandKey::toString).collect(Collectors.joining(", ", "(", ") "))
                + numerics.spelling();
    }
}
