// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.util.Arrays;
import java.util.Objects;

/// Where the blocks of a tensor are in its storage: shape, strides and offset, all counted in blocks.
///
/// A block is `blockElements` consecutive elements along the block axis; a dense format is the case of one element.
/// Block `(i, j, ...)` is in slot `offset + i * stride(0) + j * stride(1) + ...`; the block order of a weight is in its
/// strides. With a row tile `R`, the blocks of `R` consecutive slots, beginning at a multiple of `R`, are interleaved
/// by their [units][dev.ashlar.runtime.format.BlockUnits]; slots are numbered as without.
///
/// All operations are metadata only: they return another layout of the same storage.
public final class Layout {
    /// The greatest number of axes.
    public static final int MAX_RANK = 4;

    private final long[] shape;
    private final long[] strides;
    private final long offset;
    private final int blockElements;
    private final int blockAxis;
    private final BlockOrder blockOrder;
    private final int rowTile;

    private Layout(
            long[] shape,
            long[] strides,
            long offset,
            int blockElements,
            int blockAxis,
            BlockOrder blockOrder,
            int rowTile) {
        this.shape = shape;
        this.strides = strides;
        this.offset = offset;
        this.blockElements = blockElements;
        this.blockAxis = blockAxis;
        this.blockOrder = blockOrder;
        this.rowTile = rowTile;
    }

    /// Returns the layout of a whole tensor whose blocks follow each other row by row, as files hold them.
    ///
    /// @param blockElements elements of a block, 1 for dense formats
    /// @param elements size of each axis in elements, outermost first; blocks lie along the last
    /// @return the layout
    public static Layout rowMajor(int blockElements, long... elements) {
        long[] shape = blockShape(blockElements, elements);
        long[] strides = LayoutClasses.rowMajorStrides(shape);
        return new Layout(shape, strides, 0, blockElements, Math.max(0, shape.length - 1), BlockOrder.ROW_MAJOR, 1);
    }

    /// Returns the layout of a whole weight, or of a stack of weights, in [BlockOrder#INPUT_BLOCK_MAJOR].
    ///
    /// @param blockElements elements of a block, 1 for dense formats
    /// @param rowTile how many rows are interleaved: 1, 8, 16 or 32; rows are padded to a multiple of it
    /// @param elements size of each axis in elements, `[..., out, in]`
    /// @return the layout
    public static Layout inputBlockMajor(int blockElements, int rowTile, long... elements) {
        long[] shape = blockShape(blockElements, elements);
        if (shape.length < 2) {
            throw new IllegalArgumentException("shape %s: found rank %d, expected a weight [out, in] or a stack of them"
                    .formatted(Arrays.toString(elements), shape.length));
        }
        long[] strides = LayoutClasses.inputMajorStrides(shape, rowTile);
        return new Layout(shape, strides, 0, blockElements, shape.length - 1, BlockOrder.INPUT_BLOCK_MAJOR, rowTile);
    }

    /// Returns the layout of a whole tensor of a class.
    ///
    /// @param target a class that names one arrangement, none of the strided ones
    /// @param blockElements elements of a block, 1 for dense formats
    /// @param elements size of each axis in elements, outermost first
    /// @return the layout
    public static Layout canonical(LayoutClass target, int blockElements, long... elements) {
        return switch (target) {
            case CONTIGUOUS, BLOCKED_ROW_MAJOR -> rowMajor(blockElements, elements);
            case BLOCKED_INPUT_MAJOR, BLOCKED_INPUT_MAJOR_X8, BLOCKED_INPUT_MAJOR_X16, BLOCKED_INPUT_MAJOR_X32 ->
                inputBlockMajor(blockElements, target.rowTile(), elements);
            case STRIDED, BLOCKED_STRIDED ->
                throw new IllegalArgumentException(
                        "layout class '%s' names no single arrangement".formatted(target.spelling()));
        };
    }

    private static long[] blockShape(int blockElements, long[] elements) {
        if (elements.length > MAX_RANK) {
            throw new IllegalArgumentException("shape %s: found rank %d, expected at most %d"
                    .formatted(Arrays.toString(elements), elements.length, MAX_RANK));
        }
        long[] shape = elements.clone();
        for (long size : shape) {
            if (size < 0) {
                throw new IllegalArgumentException(
                        "shape %s: found a negative size".formatted(Arrays.toString(elements)));
            }
        }
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

    /// Returns the number of axes.
    ///
    /// @return 0 for a scalar, at most [#MAX_RANK]
    public int rank() {
        return shape.length;
    }

    /// Returns the size of one axis in blocks.
    ///
    /// @param axis 0 is the outermost
    /// @return blocks along the block axis, elements along others
    public long blocks(int axis) {
        return shape[axis];
    }

    /// Returns the size of one axis in elements.
    ///
    /// @param axis 0 is the outermost
    /// @return elements
    public long elements(int axis) {
        return axis == blockAxis ? shape[axis] * blockElements : shape[axis];
    }

    /// Returns the distance of neighbours along one axis.
    ///
    /// @param axis 0 is the outermost
    /// @return slots
    public long stride(int axis) {
        return strides[axis];
    }

    /// Returns where block `(0, 0, ...)` is.
    ///
    /// @return a slot
    public long offset() {
        return offset;
    }

    /// Returns the size of a block.
    ///
    /// @return elements, 1 for dense formats
    public int blockElements() {
        return blockElements;
    }

    /// Tells whether a block is more than one element.
    ///
    /// @return false for dense formats
    public boolean isPacked() {
        return blockElements > 1;
    }

    /// Returns the axis that blocks lie along.
    ///
    /// @return the last axis, unless the view was transposed
    public int blockAxis() {
        return blockAxis;
    }

    /// Returns the order of the grid that this layout was made from; the strides of a view decide what it is.
    ///
    /// Only where a grid is one block high or wide, so that both orders describe the same bytes, does it decide the
    /// class of the layout.
    ///
    /// @return the order
    public BlockOrder blockOrder() {
        return blockOrder;
    }

    /// Returns how many slots are interleaved.
    ///
    /// @return 1, 8, 16 or 32
    public int rowTile() {
        return rowTile;
    }

    /// Returns the number of blocks of this view.
    ///
    /// @return the product of the sizes in blocks
    public long blockCount() {
        long count = 1;
        for (long size : shape) {
            count = Math.multiplyExact(count, size);
        }
        return count;
    }

    /// Returns how much storage the view reaches into.
    ///
    /// @return slots, a multiple of [#rowTile]; 0 for an empty view
    public long slotCount() {
        long last = offset;
        for (int axis = 0; axis < shape.length; axis++) {
            if (shape[axis] == 0) {
                return 0;
            }
            last = Math.addExact(last, Math.multiplyExact(shape[axis] - 1, strides[axis]));
        }
        return LayoutClasses.roundUp(Math.addExact(last, 1), rowTile);
    }

    /// Returns what a kernel may assume of this layout, derived from its strides and offset.
    ///
    /// @return the class
    public LayoutClass layoutClass() {
        return LayoutClasses.classify(this);
    }

    /// Returns this view with one axis restricted to a range.
    ///
    /// @param axis 0 is the outermost
    /// @param from first element; on the block axis a multiple of the block size
    /// @param size elements; on the block axis a multiple of the block size
    /// @return the narrower view
    public Layout narrow(int axis, long from, long size) {
        Objects.checkIndex(axis, shape.length);
        if (from < 0 || size < 0 || from > elements(axis) - size) {
            throw new IllegalArgumentException("axis %d: found range %d to %d, expected within 0 to %d"
                    .formatted(axis, from, from + size, elements(axis)));
        }
        int unit = axis == blockAxis ? blockElements : 1;
        if (from % unit != 0 || size % unit != 0) {
            throw new IllegalArgumentException(
                    "axis %d: found range %d to %d, expected multiples of %d, the block size, along the block axis"
                            .formatted(axis, from, from + size, unit));
        }
        long[] narrowed = shape.clone();
        narrowed[axis] = size / unit;
        return with(narrowed, strides, offset + from / unit * strides[axis], blockAxis);
    }

    /// Returns this view with two axes exchanged; the block axis moves with its axis.
    ///
    /// @param first 0 is the outermost
    /// @param second 0 is the outermost
    /// @return the transposed view
    public Layout transpose(int first, int second) {
        Objects.checkIndex(first, shape.length);
        Objects.checkIndex(second, shape.length);
        int moved = blockAxis == first ? second : blockAxis == second ? first : blockAxis;
        return with(swap(shape, first, second), swap(strides, first, second), offset, moved);
    }

    /// Returns this view with every `by`-th index of one axis.
    ///
    /// @param axis any but the block axis of a packed format
    /// @param by at least 1
    /// @return the thinner view
    public Layout step(int axis, long by) {
        Objects.checkIndex(axis, shape.length);
        if (by < 1) {
            throw new IllegalArgumentException("axis %d: found step %d, expected at least 1".formatted(axis, by));
        }
        requireNotBlockAxis("step", axis);
        long[] thinned = shape.clone();
        long[] wider = strides.clone();
        thinned[axis] = Math.ceilDiv(shape[axis], by);
        wider[axis] = thinned[axis] > 1 ? strides[axis] * by : strides[axis];
        return with(thinned, wider, offset, blockAxis);
    }

    /// Returns this view with an axis of size 1 inserted.
    ///
    /// @param axis its position in the result
    /// @return the view, one rank higher
    public Layout unsqueeze(int axis) {
        Objects.checkIndex(axis, shape.length + 1);
        if (shape.length == MAX_RANK) {
            throw new IllegalArgumentException("unsqueeze: found rank %d, expected at most %d".formatted(MAX_RANK, 3));
        }
        long[] sizes = new long[shape.length + 1];
        long[] distances = new long[shape.length + 1];
        for (int i = 0; i < shape.length; i++) {
            sizes[i < axis ? i : i + 1] = shape[i];
            distances[i < axis ? i : i + 1] = strides[i];
        }
        sizes[axis] = 1;
        distances[axis] = axis < shape.length ? shape[axis] * strides[axis] : 1;
        int moved = shape.length > 0 && axis <= blockAxis ? blockAxis + 1 : blockAxis;
        return with(sizes, distances, offset, moved);
    }

    /// Returns this view without one axis of size 1.
    ///
    /// @param axis of one element
    /// @return the view, one rank lower
    public Layout squeeze(int axis) {
        Objects.checkIndex(axis, shape.length);
        if (elements(axis) != 1) {
            throw new IllegalArgumentException(
                    "axis %d: found %d elements, expected 1 to squeeze".formatted(axis, elements(axis)));
        }
        int moved = axis < blockAxis ? blockAxis - 1 : Math.max(0, Math.min(blockAxis, shape.length - 2));
        return with(without(shape, axis), without(strides, axis), offset, moved);
    }

    /// Returns the part of this view at one index of an axis, without that axis.
    ///
    /// @param axis any but the block axis of a packed format
    /// @param index position along the axis
    /// @return the view, one rank lower
    public Layout slice(int axis, long index) {
        Objects.checkIndex(axis, shape.length);
        requireNotBlockAxis("slice", axis);
        return narrow(axis, index, 1).squeeze(axis);
    }

    /// Returns the same arrangement, beginning at slot 0.
    Layout rebase() {
        if (offset % rowTile != 0) {
            throw new IllegalArgumentException("row tile: found a view that begins at row %d, expected a multiple of %d"
                    .formatted(offset % rowTile, rowTile));
        }
        return with(shape, strides, 0, blockAxis);
    }

    /// Returns the slot of a block from its index in blocks.
    long slot(long[] index) {
        long slot = offset;
        for (int axis = 0; axis < shape.length; axis++) {
            slot += index[axis] * strides[axis];
        }
        return slot;
    }

    private Layout with(long[] newShape, long[] newStrides, long newOffset, int newBlockAxis) {
        return new Layout(newShape, newStrides, newOffset, blockElements, newBlockAxis, blockOrder, rowTile);
    }

    private void requireNotBlockAxis(String operation, int axis) {
        if (axis == blockAxis && isPacked()) {
            throw new IllegalArgumentException(
                    "axis %d: found the block axis, expected another to %s".formatted(axis, operation));
        }
    }

    private static long[] swap(long[] values, int first, int second) {
        long[] swapped = values.clone();
        swapped[first] = values[second];
        swapped[second] = values[first];
        return swapped;
    }

    private static long[] without(long[] values, int axis) {
        long[] rest = new long[values.length - 1];
        System.arraycopy(values, 0, rest, 0, axis);
        System.arraycopy(values, axis + 1, rest, axis, rest.length - axis);
        return rest;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Layout layout
                && Arrays.equals(shape, layout.shape)
                && Arrays.equals(strides, layout.strides)
                && offset == layout.offset
                && blockElements == layout.blockElements
                && blockAxis == layout.blockAxis
                && blockOrder == layout.blockOrder
                && rowTile == layout.rowTile;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                Arrays.hashCode(shape),
                Arrays.hashCode(strides),
                offset,
                blockElements,
                blockAxis,
                blockOrder,
                rowTile);
    }

    /// Returns shape, strides and offset in blocks, for messages.
    @Override
    public String toString() {
        return "blocks %s strides %s offset %d axis %d tile %d"
                .formatted(Arrays.toString(shape), Arrays.toString(strides), offset, blockAxis, rowTile);
    }
}
