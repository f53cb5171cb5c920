// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.memory.Memory;

/// Reads rows of a weight through the codec of its format, whatever its layout.
final class WeightReference {
    private final WeightGrid grid;
    private final Format format;

    WeightReference(OperandType weight, int operand) {
        this.grid = new WeightGrid(weight, operand);
        this.format = weight.format();
    }

    WeightGrid grid() {
        return grid;
    }

    Format format() {
        return format;
    }

    /// Decodes row `row` into `dst`.
    void row(KernelCall call, long weight, int row, float[] dst, long scratch) {
        for (int b = 0; b < grid.blocks(call); b++) {
            long block = grid.block(call, weight, row, b, scratch);
            format.codec().decode(Memory.ALL, block, dst, b * format.blockElements());
        }
    }
}
