// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.util.Arrays;

/// The arithmetic of the canonical arrangements, and the class of a layout from its strides.
final class LayoutClasses {
    private LayoutClasses() {}

    static void requireTile(int rowTile) {
        if (rowTile != 1 && rowTile != 8 && rowTile != 16 && rowTile != 32) {
            throw new IllegalArgumentException("row tile: found %d, expected 1, 8, 16 or 32".formatted(rowTile));
        }
    }

    /// Counts blocks along the last axis.
    static long[] blockShape(int blockElements, long[] elements) {
        long[] shape = elements.clone();
        if (blockElements > 1) {
            int last = shape.length - 1;
            if (last < 0 || shape[last] % blockElements != 0) {
                throw new IllegalArgumentException("shape %s: row is %s elements, expected a multiple of %d"
                        .formatted(Arrays.toString(elements), last < 0 ? "no" : shape[last], blockElements));
            }
            shape[last] /= blockElements;
        }
        return shape;
    }

    static long[] rowMajorStrides(long[] shape) {
        long[] strides = new long[shape.length];
        long stride = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride = Math.multiplyExact(stride, shape[axis]);
        }
        return strides;
    }

    /// Strides of `[..., out, blocksPerRow]` in input-block-major order; with a row tile slots are numbered row by
    /// row, and rows are padded to a multiple of the tile.
    static long[] inputMajorStrides(long[] shape, int rowTile) {
        requireTile(rowTile);
        int out = shape.length - 2;
        long padded = roundUp(shape[out], rowTile);
        long[] strides = new long[shape.length];
        strides[out] = rowTile == 1 ? 1 : shape[out + 1];
        strides[out + 1] = rowTile == 1 ? padded : 1;
        long stride = Math.multiplyExact(padded, shape[out + 1]);
        for (int axis = out - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride = Math.multiplyExact(stride, shape[axis]);
        }
        return strides;
    }

    static long roundUp(long count, int multiple) {
        return Math.multiplyExact(Math.ceilDiv(count, (long) multiple), (long) multiple);
    }

    static LayoutClass classify(Layout layout) {
        boolean row = isRowMajor(layout);
        boolean input = isInputMajor(layout);
        if (input && !(row && layout.blockOrder() == BlockOrder.ROW_MAJOR)) {
            return inputMajor(layout.rowTile());
        }
        if (row) {
            return layout.isPacked() ? LayoutClass.BLOCKED_ROW_MAJOR : LayoutClass.CONTIGUOUS;
        }
        return layout.isPacked() ? LayoutClass.BLOCKED_STRIDED : LayoutClass.STRIDED;
    }

    static LayoutClass inputMajor(int rowTile) {
        return switch (rowTile) {
            case 8 -> LayoutClass.BLOCKED_INPUT_MAJOR_X8;
            case 16 -> LayoutClass.BLOCKED_INPUT_MAJOR_X16;
            case 32 -> LayoutClass.BLOCKED_INPUT_MAJOR_X32;
            default -> LayoutClass.BLOCKED_INPUT_MAJOR;
        };
    }

    private static boolean isRowMajor(Layout layout) {
        boolean alongRows = !layout.isPacked() || layout.blockAxis() == layout.rank() - 1;
        return layout.rowTile() == 1
                && layout.offset() == 0
                && alongRows
                && matches(layout, rowMajorStrides(shape(layout)));
    }

    private static boolean isInputMajor(Layout layout) {
        return layout.rank() >= 2
                && layout.offset() == 0
                && layout.blockAxis() == layout.rank() - 1
                && (layout.rowTile() == 1 || layout.blocks(layout.rank() - 1) == layout.rowBlocks())
                && matches(layout, inputMajorStrides(shape(layout), layout.rowTile()));
    }

    /// Compares strides where they matter: an axis of one block has no neighbours.
    private static boolean matches(Layout layout, long[] strides) {
        for (int axis = 0; axis < strides.length; axis++) {
            if (layout.blocks(axis) != 1 && layout.stride(axis) != strides[axis]) {
                return false;
            }
        }
        return true;
    }

    private static long[] shape(Layout layout) {
        long[] shape = new long[layout.rank()];
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = layout.blocks(axis);
        }
        return shape;
    }
}
