// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;

/// What a kernel declares of one operand.
///
/// @param format the element format
/// @param layout the layout class that the kernel reads
public record OperandKey(Format format, LayoutClass layout) {
    /// Returns the key of a dense operand in row-major order.
    ///
    /// @param format a dense format, or a block format of quantized activations
    /// @return the key
    public static OperandKey contiguous(Format format) {
        return new OperandKey(format, LayoutClass.CONTIGUOUS);
    }

    /// Returns `q8_0.input_block_major` and the like; of a contiguous operand the format alone.
    @Override
    public String toString() {
        return layout == LayoutClass.CONTIGUOUS ? format.spelling() : format.spelling() + "." + layout.spelling();
    }
}
