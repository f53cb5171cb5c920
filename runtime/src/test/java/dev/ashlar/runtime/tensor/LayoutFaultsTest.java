// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Chains of views and relayouts that are known to go wrong where order is a label.
class LayoutFaultsTest {
    private final Arena scope = Arena.ofAuto();
    private final TensorView weight = Fixtures.weight(Format.Q4_0, 7, 96);

    /// Fault A, narrow rows, then prepack: `get` read rows of the original weight.
    @Test
    void narrowRowsThenPrepackReadsTheNarrowedRows() {
        TensorView narrow = weight.narrow(0, 2, 4);
        assertEquals(LayoutClass.BLOCKED_STRIDED, narrow.layoutClass());
        for (LayoutClass layout : Fixtures.classes(Format.Q4_0)) {
            TensorView packed = narrow.prepack(layout, scope, TraceSink.NONE);
            assertEquals(layout, packed.layoutClass());
            assertRows(packed, 2, 0);
        }
    }

    /// Fault B, prepack, then narrow rows: a kernel addressed `b * n + o` with the narrowed `n`.
    @Test
    void prepackThenNarrowRowsIsNoWholeGrid() {
        for (LayoutClass layout : Fixtures.classes(Format.Q4_0)) {
            TensorView narrow = weight.prepack(layout, scope, TraceSink.NONE).narrow(0, 2, 4);
            assertEquals(LayoutClass.BLOCKED_STRIDED, narrow.layoutClass());
            assertRows(narrow, 2, 0);
            TensorView first = weight.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE)
                    .narrow(0, 0, 4);
            assertEquals(
                    LayoutClass.BLOCKED_STRIDED, first.layoutClass(), "block (o, b) is at b * 7 + o, not b * 4 + o");
            assertRows(narrow.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE), 2, 0);
        }
    }

    /// Fault C, narrow the block axis: a kernel assumed contiguous blocks.
    @Test
    void narrowedBlockAxisIsNoWholeGrid() {
        for (LayoutClass layout : Fixtures.classes(Format.Q4_0)) {
            TensorView packed = weight.prepack(layout, scope, TraceSink.NONE);
            TensorView narrow = packed.narrow(1, 32, 64);
            assertEquals(LayoutClass.BLOCKED_STRIDED, narrow.layoutClass());
            assertRows(narrow, 0, 32);
            assertRows(narrow.prepack(BlockOrder.ROW_MAJOR, scope, TraceSink.NONE), 0, 32);
        }
        TensorView firstColumns = weight.narrow(1, 0, 64);
        assertEquals(LayoutClass.BLOCKED_STRIDED, firstColumns.layoutClass(), "rows are three blocks apart, not two");
        var e = assertThrows(IllegalArgumentException.class, () -> weight.narrow(1, 16, 32));
        assertTrue(e.getMessage().contains("expected multiples of 32"), e.getMessage());
    }

    /// Fault D, prepack with a codec that reads the storage it was made for: `get` was block-permuted.
    @Test
    void prepackedViewDecodesFromItsOwnStorage() {
        TensorView packed = weight.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE);
        weight.storage().fill((byte) 0);
        assertRows(packed, Fixtures.weight(Format.Q4_0, 7, 96), 0, 0);
    }

    /// Fault E, a transposed view of a square packed weight gave `x * W^T` for `x * W`.
    @Test
    void transposedSquareWeightIsNoWholeGrid() {
        TensorView square = Fixtures.weight(Format.Q4_0, 96, 96);
        for (LayoutClass layout : Fixtures.classes(Format.Q4_0)) {
            TensorView transposed =
                    square.prepack(layout, scope, TraceSink.NONE).transpose(0, 1);
            assertEquals(LayoutClass.BLOCKED_STRIDED, transposed.layoutClass());
            assertEquals(square.get(3, 65), transposed.get(65, 3));
            assertEquals(square.get(3, 65), transposed.toFloatArray()[65 * 96 + 3]);
            var e = assertThrows(
                    IllegalArgumentException.class,
                    () -> transposed.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE));
            assertTrue(e.getMessage().contains("use the weight as [out, in]"), e.getMessage());
        }
    }

    /// Fault J, byte counts of 32 bits failed past 2 GiB.
    @Test
    void byteCountsPassTwoGigabytes() {
        long rows = 300_000;
        Layout layout = Layout.inputBlockMajor(32, 32, rows, 32L * 512);
        long bytes = Relayout.bytes(Format.Q8_0, LayoutClass.BLOCKED_INPUT_MAJOR_X32, rows, 32L * 512);
        assertEquals(300_000L * 512 * 34, bytes);
        assertEquals(300_000L * 512, layout.slotCount());
        assertThrows(ArithmeticException.class, () -> Layout.rowMajor(1, 1L << 40, 1L << 40));
        var e = assertThrows(
                IllegalArgumentException.class,
                () -> new TensorView(Format.Q8_0, layout, MemorySegment.ofArray(new byte[64])));
        assertTrue(e.getMessage().contains("expected at least 5222400000"), e.getMessage());
    }

    private void assertRows(TensorView view, int row, int column) {
        assertRows(view, weight, row, column);
    }

    private static void assertRows(TensorView view, TensorView weight, int row, int column) {
        float[] values = view.toFloatArray();
        int width = (int) view.dim(1);
        for (int o = 0; o < view.dim(0); o++) {
            for (int i = 0; i < width; i++) {
                float expected = weight.get(row + o, column + i);
                assertEquals(expected, view.get(o, i));
                assertEquals(expected, values[o * width + i]);
            }
        }
    }
}
