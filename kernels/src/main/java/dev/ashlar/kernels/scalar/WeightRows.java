// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.tensor.LayoutClass;

/// Gives rows of a weight as f32, decoded into scratch memory unless they lie so already.
final class WeightRows {
    private final WeightGrid grid;
    private final BlockReader reader;
    private final long decodedBlockBytes;
    private final boolean direct;

    WeightRows(OperandType weight, int operand, BlockReader reader) {
        this.grid = new WeightGrid(weight, operand);
        this.reader = reader;
        this.decodedBlockBytes = 4L * weight.format().blockElements();
        this.direct = weight.format() == Format.F32 && weight.layout() == LayoutClass.CONTIGUOUS;
    }

    WeightGrid grid() {
        return grid;
    }

    /// Bytes of scratch memory that [#row] needs.
    long scratchBytes(KernelCall call) {
        return BlockReader.SCRATCH_BYTES + grid.scratchBytes() + Sizes.aligned(4L * grid.columns(call));
    }

    /// Returns the address of row `row` as `f32[in]`, in place or at `scratch`.
    long row(KernelCall call, long weight, int row, long scratch) {
        if (direct) {
            return weight + row * grid.rowStride(call);
        }
        long decoded = scratch + BlockReader.SCRATCH_BYTES + grid.scratchBytes();
        decode(call, weight, row, scratch, decoded);
        return decoded;
    }

    /// Decodes row `row` to `dst`, `f32[in]`.
    void decode(KernelCall call, long weight, int row, long scratch, long dst) {
        int blocks = grid.blocks(call);
        if (!grid.isTiled()) {
            long first = weight + row * grid.rowStride(call);
            reader.decodeRow(first, grid.blockStride(call), blocks, dst, scratch);
            return;
        }
        for (int b = 0; b < blocks; b++) {
            long block = grid.block(call, weight, row, b, scratch + BlockReader.SCRATCH_BYTES);
            reader.decode(block, dst + b * decodedBlockBytes, scratch);
        }
    }
}
