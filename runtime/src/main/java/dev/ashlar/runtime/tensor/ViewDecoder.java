// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.lang.foreign.MemorySegment;

/// Decodes whole views, in lines along the axis that blocks lie along.
final class ViewDecoder {
    private static final int LINE_ELEMENTS = 1 << 14;

    private final TensorView view;
    private final Layout layout;
    private final BlockReader reader;
    private final int lineAxis;
    private final long[] outStrides;

    private ViewDecoder(TensorView view) {
        this.view = view;
        layout = view.layout();
        reader = new BlockReader(view);
        lineAxis = layout.isPacked() ? layout.blockAxis() : layout.rank() - 1;
        outStrides = LayoutClasses.rowMajorStrides(view.shape());
    }

    /// Decodes into an array, in row-major order of the view's axes.
    static void decode(TensorView view, float[] dst) {
        new ViewDecoder(view).lines((values, count, position, stride) -> {
            for (int i = 0; i < count; i++) {
                dst[(int) (position + i * stride)] = values[i];
            }
        });
    }

    /// Decodes into F32 storage, in row-major order of the view's axes.
    static void decode(TensorView view, MemorySegment dst) {
        new ViewDecoder(view).lines((values, count, position, stride) -> {
            if (stride == 1) {
                MemorySegment.copy(values, 0, dst, BlockReader.FLOAT, position * Float.BYTES, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                dst.set(BlockReader.FLOAT, (position + i * stride) * Float.BYTES, values[i]);
            }
        });
    }

    private void lines(Line line) {
        int blockElements = layout.blockElements();
        int lineBlocks = Math.max(1, LINE_ELEMENTS / blockElements);
        float[] values = new float[lineBlocks * blockElements];
        if (isOneLine()) {
            pieces(layout.offset(), 1, layout.blockCount(), 0, 1, values, line);
            return;
        }
        long[] index = new long[layout.rank()];
        long lines = layout.blockCount() / Math.max(1, layout.blocks(lineAxis));
        for (long i = 0; i < lines; i++) {
            long position = 0;
            for (int axis = 0; axis < index.length; axis++) {
                position += index[axis] * outStrides[axis];
            }
            pieces(
                    layout.slot(index),
                    layout.stride(lineAxis),
                    layout.blocks(lineAxis),
                    position,
                    outStrides[lineAxis],
                    values,
                    line);
            advance(index);
        }
    }

    private void pieces(
            long slot, long slotStride, long blocks, long position, long stride, float[] values, Line line) {
        int blockElements = layout.blockElements();
        int most = values.length / blockElements;
        for (long from = 0; from < blocks; from += most) {
            int count = (int) Math.min(most, blocks - from);
            reader.decode(slot + from * slotStride, slotStride, count, values, 0);
            line.accept(values, count * blockElements, position + from * blockElements * stride, stride);
        }
    }

    private boolean isOneLine() {
        return switch (view.layoutClass()) {
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

    @FunctionalInterface
    private interface Line {
        void accept(float[] values, int count, long position, long stride);
    }
}
