// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/// Where the blocks of a tensor are in its storage: sizes, strides and offset, all counted in blocks.
///
/// A block is `blockElements` consecutive elements along the block axis; a dense format is the case of one
/// element. Block `(i, j, ...)` is in slot `offset + i * stride(0) + j * stride(1) + ...`; the block order of a
/// weight is in its strides. With a row tile `R` slots are numbered row by row, over rows of `rowBlocks` blocks;
/// every `R` rows are an input-block-major grid of their own, whose `R` blocks of one column are interleaved by
/// their [units][dev.ashlar.runtime.format.BlockUnits] (see [#place]).
///
/// All operations are metadata only: they return another layout of the same storage.
///
/// @param axes sizes and strides, outermost first; none for a scalar, at most [#MAX_RANK]
/// @param offset slot of block `(0, 0, ...)`
/// @param blockElements elements of a block, 1 for dense formats
/// @param blockAxis the axis that blocks lie along: the last, unless the view was transposed; 0 for a scalar
/// @param blockOrder the order of the grid that the layout was made from; it decides the class only where a
///     grid is
///     one block high or wide, so that both orders describe the same bytes
/// @param rowTile how many rows are interleaved: 1, 8, 16 or 32
/// @param rowBlocks blocks of a row of the storage, which may be more than those of the view; 1 without a row
///     tile
public record Layout(
        List<Axis> axes,
        long offset,
        int blockElements,
        int blockAxis,
        BlockOrder blockOrder,
        int rowTile,
        long rowBlocks) {
    /// The greatest number of axes.
    public static final int MAX_RANK = 4;

    /// One axis.
    ///
    /// @param blocks its size: blocks along the block axis, elements along others
    /// @param stride distance of neighbours, in slots
    public record Axis(long blocks, long stride) {
        /// Refuses negative numbers.
        public Axis {
            if (blocks < 0 || stride < 0) {
                throw new IllegalArgumentException(
                        "axis: found size %d and stride %d, expected none below 0".formatted(blocks, stride));
            }
        }
    }

    /// Copies the axes and checks all numbers.
    public Layout {
        axes = List.copyOf(axes);
        if (axes.size() > MAX_RANK) {
            throw new IllegalArgumentException("found rank %d, expected at most %d".formatted(axes.size(), MAX_RANK));
        }
        Objects.checkIndex(blockAxis, Math.max(1, axes.size()));
        LayoutClasses.requireTile(rowTile);
        if (offset < 0 || blockElements < 1) {
            throw new IllegalArgumentException(
                    "layout: found offset %d and blocks of %d elements".formatted(offset, blockElements));
        }
        if (rowBlocks < 1 || rowTile == 1 && rowBlocks != 1) {
            throw new IllegalArgumentException(
                    "layout: found rows of %d blocks with a row tile of %d".formatted(rowBlocks, rowTile));
        }
    }

    /// Returns the layout of a whole tensor whose blocks follow each other row by row, as files hold them.
    ///
    /// @param blockElements elements of a block, 1 for dense formats
    /// @param elements size of each axis in elements, outermost first; blocks lie along the last
    /// @return the layout
    public static Layout rowMajor(int blockElements, long... elements) {
        long[] shape = LayoutClasses.blockShape(blockElements, elements);
        long[] strides = LayoutClasses.rowMajorStrides(shape);
        return new Layout(
                axes(shape, strides), 0, blockElements, Math.max(0, shape.length - 1), BlockOrder.ROW_MAJOR, 1, 1);
    }

    /// Returns the layout of a whole weight, or of a stack of weights, in [BlockOrder#INPUT_BLOCK_MAJOR].
    ///
    /// @param blockElements elements of a block, 1 for dense formats
    /// @param rowTile how many rows are interleaved: 1, 8, 16 or 32; rows are padded to a multiple of it
    /// @param elements size of each axis in elements, `[..., out, in]`
    /// @return the layout
    public static Layout inputBlockMajor(int blockElements, int rowTile, long... elements) {
        long[] shape = LayoutClasses.blockShape(blockElements, elements);
        if (shape.length < 2) {
            throw new IllegalArgumentException("shape %s: found rank %d, expected a weight [out, in] or a stack of them"
                    .formatted(Arrays.toString(elements), shape.length));
        }
        long[] strides = LayoutClasses.inputMajorStrides(shape, rowTile);
        return new Layout(
                axes(shape, strides),
                0,
                blockElements,
                shape.length - 1,
                BlockOrder.INPUT_BLOCK_MAJOR,
                rowTile,
                rowTile == 1 ? 1 : Math.max(1, shape[shape.length - 1]));
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

    private static List<Axis> axes(long[] shape, long[] strides) {
        List<Axis> axes = new ArrayList<>();
        for (int i = 0; i < shape.length; i++) {
            axes.add(new Axis(shape[i], strides[i]));
        }
        return axes;
    }

    /// Returns the number of axes.
    ///
    /// @return 0 for a scalar, at most [#MAX_RANK]
    public int rank() {
        return axes.size();
    }

    /// Returns the size of one axis in blocks.
    ///
    /// @param axis 0 is the outermost
    /// @return blocks along the block axis, elements along others
    public long blocks(int axis) {
        return axes.get(axis).blocks();
    }

    /// Returns the size of one axis in elements.
    ///
    /// @param axis 0 is the outermost
    /// @return elements
    public long elements(int axis) {
        return axis == blockAxis ? Math.multiplyExact(blocks(axis), (long) blockElements) : blocks(axis);
    }

    /// Returns the distance of neighbours along one axis.
    ///
    /// @param axis 0 is the outermost
    /// @return slots
    public long stride(int axis) {
        return axes.get(axis).stride();
    }

    /// Tells whether a block is more than one element.
    ///
    /// @return false for dense formats
    public boolean isPacked() {
        return blockElements > 1;
    }

    /// Returns the number of blocks of this view.
    ///
    /// @return the product of the sizes in blocks
    public long blockCount() {
        return axes.stream().mapToLong(Axis::blocks).reduce(1, Math::multiplyExact);
    }

    /// Returns how much storage the view reaches into.
    ///
    /// @return slots, with a row tile those of whole tiles; 0 for an empty view
    public long slotCount() {
        long last = offset;
        for (Axis axis : axes) {
            if (axis.blocks() == 0) {
                return 0;
            }
            last = Math.addExact(last, Math.multiplyExact(axis.blocks() - 1, axis.stride()));
        }
        return rowTile == 1
                ? Math.addExact(last, 1)
                : Math.multiplyExact(LayoutClasses.roundUp(last / rowBlocks + 1, rowTile), rowBlocks);
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
        Objects.checkIndex(axis, rank());
        if (from < 0 || size < 0 || from > elements(axis) - size) {
            throw new IllegalArgumentException("axis %d: found %d elements from %d, expected a range within 0 to %d"
                    .formatted(axis, size, from, elements(axis)));
        }
        int unit = axis == blockAxis ? blockElements : 1;
        if (from % unit != 0 || size % unit != 0) {
            throw new IllegalArgumentException(
                    "axis %d: found range %d to %d, expected multiples of %d, the block size, along the block axis"
                            .formatted(axis, from, from + size, unit));
        }
        List<Axis> narrowed = new ArrayList<>(axes);
        narrowed.set(axis, new Axis(size / unit, stride(axis)));
        return with(narrowed, offset + from / unit * stride(axis), blockAxis);
    }

    /// Returns this view with two axes exchanged; the block axis moves with its axis.
    ///
    /// @param first 0 is the outermost
    /// @param second 0 is the outermost
    /// @return the transposed view
    public Layout transpose(int first, int second) {
        List<Axis> swapped = new ArrayList<>(axes);
        Collections.swap(swapped, first, second);
        int moved = blockAxis == first ? second : blockAxis == second ? first : blockAxis;
        return with(swapped, offset, moved);
    }

    /// Returns this view with every `by`-th index of one axis.
    ///
    /// @param axis any but the block axis of a packed format
    /// @param by at least 1
    /// @return the thinner view
    public Layout step(int axis, long by) {
        requireNotBlockAxis("step", axis);
        if (by < 1) {
            throw new IllegalArgumentException("axis %d: found step %d, expected at least 1".formatted(axis, by));
        }
        long blocks = Math.ceilDiv(blocks(axis), by);
        List<Axis> thinned = new ArrayList<>(axes);
        thinned.set(axis, new Axis(blocks, blocks > 1 ? stride(axis) * by : stride(axis)));
        return with(thinned, offset, blockAxis);
    }

    /// Returns this view with an axis of size 1 inserted.
    ///
    /// @param axis its position in the result
    /// @return the view, one rank higher
    public Layout unsqueeze(int axis) {
        List<Axis> more = new ArrayList<>(axes);
        more.add(axis, new Axis(1, axis < rank() ? blocks(axis) * stride(axis) : 1));
        return with(more, offset, rank() > 0 && axis <= blockAxis ? blockAxis + 1 : blockAxis);
    }

    /// Returns this view without one axis of size 1.
    ///
    /// @param axis of one element
    /// @return the view, one rank lower
    public Layout squeeze(int axis) {
        Objects.checkIndex(axis, rank());
        if (elements(axis) != 1) {
            throw new IllegalArgumentException(
                    "axis %d: found %d elements, expected 1 to squeeze".formatted(axis, elements(axis)));
        }
        List<Axis> fewer = new ArrayList<>(axes);
        fewer.remove(axis);
        return with(fewer, offset, axis < blockAxis ? blockAxis - 1 : Math.clamp(rank() - 2, 0, blockAxis));
    }

    /// Returns the part of this view at one index of an axis, without that axis.
    ///
    /// @param axis any but the block axis of a packed format
    /// @param index position along the axis
    /// @return the view, one rank lower
    public Layout slice(int axis, long index) {
        requireNotBlockAxis("slice", axis);
        return narrow(axis, index, 1).squeeze(axis);
    }

    /// Returns the same arrangement, beginning at slot 0.
    Layout rebase() {
        if (!isRebasable()) {
            throw new IllegalArgumentException(
                    "row tile: found a view that begins at row %d, block %d, expected a multiple of %d and block 0"
                            .formatted(offset / rowBlocks, offset % rowBlocks, rowTile));
        }
        return with(axes, 0, blockAxis);
    }

    /// Tells whether the view begins where a row tile does.
    ///
    /// @return true without a row tile
    boolean isRebasable() {
        return rowTile == 1 || offset % (rowTile * rowBlocks) == 0;
    }

    /// Returns where the block of a slot is in the storage.
    ///
    /// Without a row tile it is the slot itself. With a row tile `R` the block is in lane `place % R` of the `R`
    /// blocks that begin at block `place - place % R`.
    ///
    /// @param slot number of a slot
    /// @return a place, counted in blocks
    public long place(long slot) {
        if (rowTile == 1) {
            return slot;
        }
        long row = slot / rowBlocks;
        return tilePlace(row, slot % rowBlocks) + row % rowTile;
    }

    /// Returns where the interleaved blocks begin that the block of a row is among, counted in blocks.
    long tilePlace(long row, long block) {
        return (row / rowTile * rowBlocks + block) * rowTile;
    }

    /// Returns the slot of a block from its index in blocks.
    long slot(long[] index) {
        long slot = offset;
        for (int axis = 0; axis < index.length; axis++) {
            slot += index[axis] * stride(axis);
        }
        return slot;
    }

    private Layout with(List<Axis> otherAxes, long otherOffset, int otherBlockAxis) {
        return new Layout(otherAxes, otherOffset, blockElements, otherBlockAxis, blockOrder, rowTile, rowBlocks);
    }

    private void requireNotBlockAxis(String operation, int axis) {
        Objects.checkIndex(axis, rank());
        if (axis == blockAxis && isPacked()) {
            throw new IllegalArgumentException(
                    "axis %d: found the block axis, expected another to %s".formatted(axis, operation));
        }
    }
}
