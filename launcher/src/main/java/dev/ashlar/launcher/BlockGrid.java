// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.BlockOrder;
import dev.ashlar.runtime.tensor.Layout;
import java.util.ArrayList;
import java.util.List;

/// The upper left corner of a weight's grid of blocks, with where each block lies in an order.
///
/// @param name of the weight
/// @param format of its blocks
/// @param out rows
/// @param blocksPerRow columns of the whole grid
/// @param rows how many rows are shown
/// @param columns how many columns are shown
record BlockGrid(String name, Format format, long out, long blocksPerRow, int rows, int columns) {
    private static final int SHOWN = 6;

    /// Makes the grid of a weight; that of the first of a stack, each of which is such a grid.
    ///
    /// @param shape `[out, in]` or `[experts, out, in]`, in elements
    static BlockGrid of(String name, Format format, long[] shape) {
        if (shape.length != 2 && shape.length != 3) {
            throw new UserException("tensor '%s': shape is %s, expected [out, in] or [experts, out, in]"
                    .formatted(name, Plain.shape(shape)));
        }
        String label = shape.length == 2 ? name : "%s, the first of %d".formatted(name, shape[0]);
        long out = shape[shape.length - 2];
        long blocks = shape[shape.length - 1] / format.blockElements();
        return new BlockGrid(label, format, out, blocks, (int) Math.min(SHOWN, out), (int) Math.min(SHOWN, blocks));
    }

    /// Returns where a block lies, counted in blocks from the beginning of the weight.
    long index(BlockOrder order, int row, int column) {
        Layout layout = layout(order);
        return layout.offset() + row * layout.stride(0) + column * layout.stride(1);
    }

    /// Returns the strides of an order over the grid, in blocks.
    String strides(BlockOrder order) {
        Layout layout = layout(order);
        return "[%d, %d]".formatted(layout.stride(0), layout.stride(1));
    }

    private Layout layout(BlockOrder order) {
        long in = Math.multiplyExact(blocksPerRow, (long) format.blockElements());
        return switch (order) {
            case ROW_MAJOR -> Layout.rowMajor(format.blockElements(), out, in);
            case INPUT_BLOCK_MAJOR -> Layout.inputBlockMajor(format.blockElements(), 1, out, in);
        };
    }

    /// Says what the grid is made of.
    String caption() {
        return "%s: %s [%d, %d] = %s rows x %s blocks of %d elements in %d bytes"
                .formatted(
                        name,
                        format.spelling(),
                        out,
                        blocksPerRow * format.blockElements(),
                        Plain.count(out),
                        Plain.count(blocksPerRow),
                        format.blockElements(),
                        format.blockBytes());
    }

    /// Draws the grid in one order as lines of text.
    List<String> draw(BlockOrder order) {
        List<List<String>> cells = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        for (int column = 0; column < columns; column++) {
            head.add("b=" + column);
        }
        cells.add(head);
        for (int row = 0; row < rows; row++) {
            List<String> line = new ArrayList<>(List.of("o=" + row));
            for (int column = 0; column < columns; column++) {
                line.add(String.valueOf(index(order, row, column)));
            }
            cells.add(line);
        }
        if (columns < blocksPerRow) {
            cells.forEach(line -> line.add("..."));
        }
        List<String> lines = new ArrayList<>(Plain.table(cells).lines().toList());
        if (rows < out) {
            lines.add("...");
        }
        return lines;
    }
}
