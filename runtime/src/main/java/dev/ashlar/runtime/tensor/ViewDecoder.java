// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.lang.foreign.MemorySegment;

/// Decodes whole views, in lines along the axis that blocks lie along.
///
/// Where the blocks of a line do not follow each other in memory, a few lines are brought into order first:
/// decoded one by one, every block would fetch what its neighbours in memory fetch again.
abstract class ViewDecoder {
    /// Elements that are decoded before they are passed on.
    private static final int LINE_ELEMENTS = 1 << 12;

    final BlockReader reader;
    final float[] line;
    private final long first;
    private final Layout layout;
    private final int lineAxis;
    private final long[] outStrides;

    private ViewDecoder(TensorView view, long first) {
        this.first = first;
        layout = view.layout();
        reader = new BlockReader(view);
        line = new float[Math.max(1, LINE_ELEMENTS / layout.blockElements()) * layout.blockElements()];
        lineAxis = layout.isPacked() ? layout.blockAxis() : layout.rank() - 1;
        outStrides = LayoutClasses.rowMajorStrides(view.shape());
    }

    /// Decodes into an array, in row-major order of the view's axes.
    static void decode(TensorView view, float[] dst) {
        if (StagedRows.pay(view)) {
            StagedRows.each(view, (rows, position) -> new ToArray(rows, dst, position).lines());
        } else {
            new ToArray(view, dst, 0).lines();
        }
    }

    /// Decodes into F32 storage, in row-major order of the view's axes.
    static void decode(TensorView view, MemorySegment dst) {
        if (StagedRows.pay(view)) {
            StagedRows.each(view, (rows, position) -> new ToSegment(rows, dst, position).lines());
        } else {
            new ToSegment(view, dst, 0).lines();
        }
    }

    /// Decodes blocks that lie at equal distances.
    ///
    /// @param slot of the first block
    /// @param slotStride distance of the blocks
    /// @param blocks at most a line of them
    /// @param position in the result of the first element
    /// @param stride distance of the elements in the result
    abstract void piece(long slot, long slotStride, int blocks, long position, long stride);

    final void lines() {
        if (layout.blockCount() == 0) {
            return;
        }
        if (isOneLine()) {
            pieces(layout.offset(), 1, layout.blockCount(), first, 1);
            return;
        }
        long[] index = new long[layout.rank()];
        long lines = layout.blockCount() / layout.blocks(lineAxis);
        for (long i = 0; i < lines; i++) {
            long position = first;
            for (int axis = 0; axis < index.length; axis++) {
                position += index[axis] * outStrides[axis];
            }
            pieces(
                    layout.slot(index),
                    layout.stride(lineAxis),
                    layout.blocks(lineAxis),
                    position,
                    outStrides[lineAxis]);
            advance(index);
        }
    }

    private void pieces(long slot, long slotStride, long blocks, long position, long stride) {
        int blockElements = layout.blockElements();
        int most = line.length / blockElements;
        for (long from = 0; from < blocks; from += most) {
            int count = (int) Math.min(most, blocks - from);
            piece(slot + from * slotStride, slotStride, count, position + from * blockElements * stride, stride);
        }
    }

    private boolean isOneLine() {
        return switch (layout.layoutClass()) {
            case CONTIGUOUS, BLOCKED_ROW_MAJOR -> true;
            case STRIDED,
                    BLOCKED_STRIDED,
                    BLOCKED_INPUT_MAJOR,
                    BLOCKED_INPUT_MAJOR_X8,
                    BLOCKED_INPUT_MAJOR_X16,
                    BLOCKED_INPUT_MAJOR_X32 -> layout.rank() == 0;
        };
    }

    /// Steps to the next line, in row-major order of the other axes.
    private void advance(long[] index) {
        for (int axis = index.length - 1; axis >= 0; axis--) {
            if (axis == lineAxis) {
                continue;
            }
            index[axis]++;
            if (index[axis] < layout.blocks(axis)) {
                return;
            }
            index[axis] = 0;
        }
    }

    private static final class ToArray extends ViewDecoder {
        private final float[] dst;

        ToArray(TensorView view, float[] dst, long first) {
            super(view, first);
            this.dst = dst;
        }

        @Override
        void piece(long slot, long slotStride, int blocks, long position, long stride) {
            if (stride == 1) {
                reader.decode(slot, slotStride, blocks, dst, (int) position);
                return;
            }
            int count = reader.decode(slot, slotStride, blocks, line, 0);
            int at = (int) position;
            for (int i = 0; i < count; i++) {
                dst[at + i * (int) stride] = line[i];
            }
        }
    }

    private static final class ToSegment extends ViewDecoder {
        private final MemorySegment dst;

        ToSegment(TensorView view, MemorySegment dst, long first) {
            super(view, first);
            this.dst = dst;
        }

        @Override
        void piece(long slot, long slotStride, int blocks, long position, long stride) {
            int count = reader.decode(slot, slotStride, blocks, line, 0);
            if (stride == 1) {
                MemorySegment.copy(line, 0, dst, BlockReader.FLOAT, position * Float.BYTES, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                dst.set(BlockReader.FLOAT, (position + i * stride) * Float.BYTES, line[i]);
            }
        }
    }
}
