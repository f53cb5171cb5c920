// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/// The conversion of a weight from one arrangement of its blocks to another.
///
/// [#prepack] does it at once; a caller with several threads allocates with [#allocate] and lets each copy a range of
/// rows with [#copyRows].
public final class Relayout {
    /// Rows that are copied together, so that neither side strides through memory block by block.
    private static final int ROWS_AT_ONCE = 32;

    private Relayout() {}

    /// Returns the class that a block order means for a format.
    ///
    /// @param order the order
    /// @param format the element format
    /// @return row-major is CONTIGUOUS for dense formats
    public static LayoutClass layoutClass(BlockOrder order, Format format) {
        return switch (order) {
            case ROW_MAJOR -> format.isDense() ? LayoutClass.CONTIGUOUS : LayoutClass.BLOCKED_ROW_MAJOR;
            case INPUT_BLOCK_MAJOR -> LayoutClass.BLOCKED_INPUT_MAJOR;
        };
    }

    /// Returns the size of a weight in an arrangement, padding of row tiles included.
    ///
    /// @param format the element format
    /// @param target a class that names one arrangement
    /// @param shape sizes in elements, `[..., out, in]`
    /// @return bytes
    public static long bytes(Format format, LayoutClass target, long... shape) {
        Layout layout = Layout.canonical(target, format.blockElements(), shape);
        return Math.multiplyExact(layout.slotCount(), (long) format.blockBytes());
    }

    static TensorView prepack(TensorView view, LayoutClass target, Arena scope, TraceSink sink, String name) {
        requireWeight(view, target);
        if (view.layoutClass() == target) {
            return view;
        }
        long start = System.nanoTime();
        TensorView copy = allocate(view, target, scope);
        copyRows(view, copy, 0, rows(view));
        if (sink.isEnabled()) {
            sink.emit(new TraceEvent.AdapterInserted(
                    start,
                    System.nanoTime() - start,
                    kind(view.layoutClass()),
                    name,
                    view.layoutClass().spelling(),
                    target.spelling(),
                    copy.byteSize()));
        }
        return copy;
    }

    /// Allocates the copy of a weight in another arrangement, all bytes zero.
    ///
    /// @param view the weight
    /// @param target a class that names one arrangement
    /// @param scope owns the copy
    /// @return a view of the same format and shape
    public static TensorView allocate(TensorView view, LayoutClass target, Arena scope) {
        requireWeight(view, target);
        Layout layout = Layout.canonical(target, view.format().blockElements(), view.shape());
        return TensorView.allocate(view.format(), layout, scope);
    }

    /// Returns how many rows a weight, or a stack of weights, has.
    ///
    /// @param view the weight
    /// @return the product of all axes but the last
    public static long rows(TensorView view) {
        long rows = 1;
        for (int axis = 0; axis < view.rank() - 1; axis++) {
            rows = Math.multiplyExact(rows, view.dim(axis));
        }
        return rows;
    }

    /// Copies rows of blocks between two arrangements of one weight; ranges may be copied in parallel.
    ///
    /// @param src the weight
    /// @param dst same format and shape, other storage
    /// @param from first row, counted over all axes but the last
    /// @param to end of the rows
    public static void copyRows(TensorView src, TensorView dst, long from, long to) {
        if (src.format() != dst.format() || !Arrays.equals(src.shape(), dst.shape())) {
            throw new IllegalArgumentException("relayout: found %s, expected %s like the source".formatted(dst, src));
        }
        Objects.checkFromToIndex(from, to, rows(src));
        long blocks = src.layout().blocks(src.rank() - 1);
        MemorySegment block = MemorySegment.ofArray(new byte[src.format().blockBytes()]);
        long[] srcSlots = new long[ROWS_AT_ONCE];
        long[] dstSlots = new long[ROWS_AT_ONCE];
        for (long row = from; row < to; row += ROWS_AT_ONCE) {
            int count = (int) Math.min(ROWS_AT_ONCE, to - row);
            for (int i = 0; i < count; i++) {
                srcSlots[i] = rowSlot(src, row + i);
                dstSlots[i] = rowSlot(dst, row + i);
            }
            for (long b = 0; b < blocks; b++) {
                copyColumn(src, srcSlots, dst, dstSlots, count, b, block);
            }
        }
    }

    private static void copyColumn(
            TensorView src, long[] srcSlots, TensorView dst, long[] dstSlots, int count, long b, MemorySegment block) {
        int bytes = src.format().blockBytes();
        long srcAt = b * src.layout().stride(src.rank() - 1);
        long dstAt = b * dst.layout().stride(dst.rank() - 1);
        for (int i = 0; i < count; i++) {
            long srcSlot = srcSlots[i] + srcAt;
            long dstSlot = dstSlots[i] + dstAt;
            if (src.layout().rowTile() == 1 && dst.layout().rowTile() == 1) {
                MemorySegment.copy(src.storage(), srcSlot * bytes, dst.storage(), dstSlot * bytes, bytes);
                continue;
            }
            if (src.layout().rowTile() == 1) {
                MemorySegment.copy(src.storage(), srcSlot * bytes, block, 0, bytes);
            } else {
                RowTile.get(src, srcSlot, block);
            }
            if (dst.layout().rowTile() == 1) {
                MemorySegment.copy(block, 0, dst.storage(), dstSlot * bytes, bytes);
            } else {
                RowTile.put(block, dst, dstSlot);
            }
        }
    }

    /// Returns the slot of the first block of a row, counted over all axes but the last.
    private static long rowSlot(TensorView view, long row) {
        long[] index = new long[view.rank()];
        long rest = row;
        for (int axis = view.rank() - 2; axis >= 0; axis--) {
            index[axis] = rest % view.dim(axis);
            rest /= view.dim(axis);
        }
        return view.layout().slot(index);
    }

    private static String kind(LayoutClass from) {
        return switch (from) {
            case STRIDED, BLOCKED_STRIDED -> "gather";
            case CONTIGUOUS,
                    BLOCKED_ROW_MAJOR,
                    BLOCKED_INPUT_MAJOR,
                    BLOCKED_INPUT_MAJOR_X8,
                    BLOCKED_INPUT_MAJOR_X16,
                    BLOCKED_INPUT_MAJOR_X32 -> "relayout";
        };
    }

    private static void requireWeight(TensorView view, LayoutClass target) {
        if (view.rank() < 2) {
            throw new IllegalArgumentException(
                    "prepack %s: found rank %d, expected a weight [out, in]".formatted(view, view.rank()));
        }
        if (view.layout().isPacked() && view.layout().blockAxis() != view.rank() - 1) {
            throw new IllegalArgumentException(("prepack %s: found blocks along axis %d, expected along the last; "
                            + "a transposed packed weight cannot be relaid out, use the weight as [out, in]")
                    .formatted(view, view.layout().blockAxis()));
        }
        boolean fits = target == LayoutClass.CONTIGUOUS
                ? view.format().isDense()
                : target == LayoutClass.BLOCKED_ROW_MAJOR ? !view.format().isDense() : target.isInputMajor();
        if (!fits) {
            throw new IllegalArgumentException(
                    "prepack %s: found target '%s', expected %s or an input-block-major class"
                            .formatted(
                                    view,
                                    target.spelling(),
                                    layoutClass(BlockOrder.ROW_MAJOR, view.format())
                                            .spelling()));
        }
    }
}
