// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.NativeMemory;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Objects;

/// The conversion of a weight from one arrangement of its blocks to another.
///
/// [#prepack] does it at once; a caller with several threads allocates with [#allocate] and lets each copy a range of
/// rows with [#copyRows].
public final class Relayout {
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
            sink.emit(event(start, view, copy, name));
        }
        return copy;
    }

    /// Describes a relayout that ends now.
    ///
    /// @param startNanos when it began, of [System#nanoTime]
    /// @param src the weight
    /// @param dst the copy
    /// @param name what the weight is called
    /// @return the event
    public static TraceEvent event(long startNanos, TensorView src, TensorView dst, String name) {
        return new TraceEvent.AdapterInserted(
                startNanos,
                System.nanoTime() - startNanos,
                kind(src.layoutClass()),
                name,
                src.layoutClass().spelling(),
                dst.layoutClass().spelling(),
                dst.byteSize());
    }

    /// Allocates the copy of a weight in another arrangement, all bytes zero; no memory is taken before it is written.
    ///
    /// @param view the weight
    /// @param target a class that names one arrangement
    /// @param scope owns the copy
    /// @return a view of the same format and shape
    public static TensorView allocate(TensorView view, LayoutClass target, Arena scope) {
        requireWeight(view, target);
        MemorySegment storage = NativeMemory.allocate(bytes(view.format(), target, view.shape()), scope);
        NativeMemory.preferHugePages(storage);
        return over(storage, view, target);
    }

    /// Makes the view of memory that holds the copy of a weight in another arrangement.
    ///
    /// @param storage at least [#bytes]
    /// @param view the weight
    /// @param target a class that names one arrangement
    /// @return a view of the same format and shape
    public static TensorView over(MemorySegment storage, TensorView view, LayoutClass target) {
        return new TensorView(
                view.format(), Layout.canonical(target, view.format().blockElements(), view.shape()), storage);
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
        if (!src.storage().scope().isAlive()
                || !dst.storage().scope().isAlive()
                || dst.storage().isReadOnly()) {
            throw new IllegalStateException(
                    "relayout of %s: found freed or read-only storage, expected memory in use".formatted(src));
        }
        Objects.checkFromToIndex(from, to, rows(src));
        BlockMover mover = BlockMover.between(src, dst);
        long out = src.dim(-2);
        long row = from;
        while (row < to) {
            long end = Math.min(to, row / out * out + Math.min(out, nextChunk(row % out)));
            mover.move(rowSlot(src, row), rowSlot(dst, row), (int) (end - row));
            row = end;
        }
        Reference.reachabilityFence(src.storage());
        Reference.reachabilityFence(dst.storage());
    }

    /// Returns where the rows end that are copied with a row of a matrix: a chunk holds whole tiles.
    private static long nextChunk(long row) {
        return (row / BlockMover.ROWS + 1) * BlockMover.ROWS;
    }

    /// Returns the slot of the first block of a row, counted over all axes but the last.
    static long rowSlot(TensorView view, long row) {
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
