// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.common;

import dev.ashlar.runtime.format.BlockUnits;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.memory.Memory;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.List;

/// Where the blocks of a weight `[out, in]` are: arithmetic over its grid of `out x blocksPerRow` blocks.
///
/// Sizes are constants of the type where it has them, else those of the call.
public final class WeightGrid {
    private final int operand;
    private final int rows;
    private final int columns;
    private final int blockElements;
    private final int blockBytes;
    private final boolean inputMajor;
    private final int tile;
    private final int[] runOffsets;
    private final int[] runWidths;
    private final int[] runCounts;

    /// Takes the constants of a weight.
    ///
    /// @param weight its type, rank 2, of a layout that [#covers] accepts
    /// @param operand its index in a call
    public WeightGrid(OperandType weight, int operand) {
        this.operand = operand;
        this.rows = Sizes.constant(weight, 0);
        this.columns = Sizes.constant(weight, 1);
        Format format = weight.format();
        this.blockElements = format.blockElements();
        this.blockBytes = format.blockBytes();
        this.inputMajor = weight.layout().isInputMajor();
        this.tile = weight.layout().rowTile();
        List<BlockUnits.Run> runs = format.units().runs();
        this.runOffsets = runs.stream().mapToInt(BlockUnits.Run::offsetBytes).toArray();
        this.runWidths = runs.stream().mapToInt(BlockUnits.Run::width).toArray();
        this.runCounts = runs.stream().mapToInt(BlockUnits.Run::count).toArray();
    }

    /// Tells whether a layout is a whole grid of a format's weights, which this class addresses.
    ///
    /// @param format of the weight
    /// @param layout any
    /// @return true for row-major, which is contiguous for a dense format, and input-block-major with any row tile
    public static boolean covers(Format format, LayoutClass layout) {
        return switch (layout) {
            case CONTIGUOUS -> format.isDense();
            case BLOCKED_ROW_MAJOR -> !format.isDense();
            case BLOCKED_INPUT_MAJOR, BLOCKED_INPUT_MAJOR_X8, BLOCKED_INPUT_MAJOR_X16, BLOCKED_INPUT_MAJOR_X32 -> true;
            case STRIDED, BLOCKED_STRIDED -> false;
        };
    }

    /// Returns the number of rows, `out`.
    ///
    /// @param call sizes
    /// @return elements
    public int rows(KernelCall call) {
        return rows >= 0 ? rows : call.dim(operand, 0);
    }

    /// Returns the number of columns, `in`.
    ///
    /// @param call sizes
    /// @return elements
    public int columns(KernelCall call) {
        return columns >= 0 ? columns : call.dim(operand, 1);
    }

    /// Returns the number of blocks of a row.
    ///
    /// @param call sizes
    /// @return blocks
    public int blocks(KernelCall call) {
        return columns(call) / blockElements;
    }

    /// Returns the distance of a block of the next row, where rows are not tiled.
    ///
    /// @param call sizes
    /// @return bytes
    public long rowStride(KernelCall call) {
        return inputMajor ? blockBytes : (long) blocks(call) * blockBytes;
    }

    /// Returns the distance of the next block of the same row, where rows are not tiled.
    ///
    /// @param call sizes
    /// @return bytes
    public long blockStride(KernelCall call) {
        return inputMajor ? (long) rows(call) * blockBytes : blockBytes;
    }

    /// Tells whether the blocks of several rows are interleaved.
    ///
    /// @return true with a row tile
    public boolean isTiled() {
        return tile > 1;
    }

    /// Returns the address of a block.
    ///
    /// @param call sizes
    /// @param weight address of the weight
    /// @param row index of the output row
    /// @param block index of the block in its row
    /// @param scratch address of [#scratchBytes]: a block that lies interleaved with others is gathered there
    /// @return where the bytes of the block are
    public long block(KernelCall call, long weight, int row, int block, long scratch) {
        if (tile == 1) {
            return weight + row * rowStride(call) + block * blockStride(call);
        }
        long group = (long) (row / tile) * blocks(call) + block;
        gather(weight + group * tile * blockBytes, row % tile, scratch);
        return scratch;
    }

    /// Returns the size of the scratch memory that [#block] needs.
    ///
    /// @return bytes
    public long scratchBytes() {
        return tile == 1 ? 0 : Sizes.aligned(blockBytes);
    }

    private void gather(long group, int lane, long dst) {
        for (int run = 0; run < runOffsets.length; run++) {
            int width = runWidths[run];
            long src = group + (long) runOffsets[run] * tile + (long) lane * width;
            long out = dst + runOffsets[run];
            for (int unit = 0; unit < runCounts[run]; unit++) {
                for (int i = 0; i < width; i++) {
                    Memory.putI8(out + i, Memory.i8(src + i));
                }
                src += (long) width * tile;
                out += width;
            }
        }
    }
}
