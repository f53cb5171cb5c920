// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.BlockUnits;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrepackTest {
    private final Arena scope = Arena.ofAuto();

    @Test
    void putsBlockWhereTheOrderSays() {
        TensorView weight = Fixtures.weight(Format.Q4_0, 5, 96);
        TensorView packed = weight.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE);
        for (int o = 0; o < 5; o++) {
            for (int b = 0; b < 3; b++) {
                assertEquals(
                        -1,
                        weight.storage()
                                .asSlice((o * 3L + b) * 18, 18)
                                .mismatch(packed.storage().asSlice((b * 5L + o) * 18, 18)),
                        "block " + o + " " + b);
            }
        }
        assertEquals(LayoutClass.BLOCKED_INPUT_MAJOR, packed.layoutClass());
    }

    @Test
    void interleavesUnitsOfATileAsTheFormatSays() {
        for (Format format : List.of(Format.Q4_0, Format.Q4_K, Format.Q6_K, Format.Q8_0, Format.F16, Format.F32)) {
            int out = 37;
            long in = 3L * format.blockElements();
            TensorView weight = Fixtures.weight(format, out, in);
            for (int tile : new int[] {8, 16, 32}) {
                TensorView packed = weight.prepack(LayoutClasses.inputMajor(tile), scope, TraceSink.NONE);
                long tiles = (out + tile - 1) / tile;
                assertEquals(3 * tiles * tile * format.blockBytes(), packed.byteSize());
                byte[] expected = new byte[(int) packed.byteSize()];
                for (int o = 0; o < out; o++) {
                    for (int b = 0; b < 3; b++) {
                        long group = (o / tile * 3L + b) * tile * format.blockBytes();
                        long block = (o * 3L + b) * format.blockBytes();
                        for (BlockUnits.Run run : format.units().runs()) {
                            for (int at = 0; at < run.bytes(); at++) {
                                int unit = run.offsetBytes() + at / run.width() * run.width();
                                long to = group + (long) unit * tile + (o % tile) * run.width() + at % run.width();
                                expected[(int) to] =
                                        weight.storage().get(ValueLayout.JAVA_BYTE, block + run.offsetBytes() + at);
                            }
                        }
                    }
                }
                assertArrayEquals(expected, packed.storage().toArray(ValueLayout.JAVA_BYTE), format + " " + tile);
            }
        }
    }

    @Test
    void meansTheSameInEveryOrder() {
        for (Format format : Format.values()) {
            TensorView weight = Fixtures.weight(format, 5, 3L * format.blockElements());
            float[] values = weight.toFloatArray();
            for (LayoutClass from : Fixtures.classes(format)) {
                TensorView view = weight.prepack(from, scope, TraceSink.NONE);
                for (LayoutClass to : Fixtures.classes(format)) {
                    TensorView packed = view.prepack(to, scope, TraceSink.NONE);
                    assertEquals(to, packed.layoutClass());
                    assertBits(values, packed.toFloatArray(), format + " " + from + " " + to);
                }
            }
        }
    }

    @Test
    void readingOneOrderAsTheOtherDiffers() {
        for (Format format : Format.values()) {
            TensorView weight = Fixtures.weight(format, 5, 3L * format.blockElements());
            TensorView packed = weight.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE);
            TensorView misread = new TensorView(format, weight.layout(), packed.storage());
            assertFalse(Arrays.equals(weight.toFloatArray(), misread.toFloatArray()), format.name());
        }
    }

    @Test
    void roundTripGivesTheSameBytes() {
        for (Format format : Format.values()) {
            TensorView weight = Fixtures.weight(format, 7, 3L * format.blockElements());
            for (LayoutClass layout : Fixtures.classes(format)) {
                TensorView back = weight.prepack(layout, scope, TraceSink.NONE)
                        .prepack(BlockOrder.ROW_MAJOR, scope, TraceSink.NONE);
                assertEquals(-1, weight.storage().mismatch(back.storage().asSlice(0, weight.byteSize())));
            }
        }
    }

    @Test
    void sameOrderIsFreeAndOthersAreTraced() {
        List<TraceEvent> events = new ArrayList<>();
        TraceSink sink = new TraceSink() {
            @Override
            public boolean isEnabled() {
                return true;
            }

            @Override
            public void emit(TraceEvent event) {
                events.add(event);
            }
        };
        TensorView weight = Fixtures.weight(Format.Q8_0, 5, 96);
        assertSame(weight, weight.prepack(BlockOrder.ROW_MAJOR, scope, sink));
        TensorView packed = weight.prepack(LayoutClass.BLOCKED_INPUT_MAJOR_X8, scope, sink, "blk.0");
        assertSame(packed, packed.prepack(LayoutClass.BLOCKED_INPUT_MAJOR_X8, scope, sink));
        assertEquals(1, events.size());
        var event = (TraceEvent.AdapterInserted) events.getFirst();
        assertEquals("relayout", event.kind());
        assertEquals("blk.0", event.target());
        assertEquals("row_major", event.from());
        assertEquals("input_block_major_x8", event.to());
        assertEquals(8 * 3 * 34, event.bytes());
    }

    @Test
    void singleColumnKeepsTheOrderItWasGiven() {
        TensorView weight = Fixtures.weight(Format.Q8_0, 5, 32);
        assertEquals(LayoutClass.BLOCKED_ROW_MAJOR, weight.layoutClass());
        TensorView packed = weight.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE);
        assertEquals(LayoutClass.BLOCKED_INPUT_MAJOR, packed.layoutClass());
        TensorView row = Fixtures.weight(Format.Q8_0, 1, 96);
        assertEquals(
                LayoutClass.BLOCKED_INPUT_MAJOR,
                row.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE).layoutClass());
    }

    @Test
    void stacksOfExpertsAreRelaidOutOneByOne() {
        for (Format format : List.of(Format.Q4_0, Format.Q6_K, Format.BF16)) {
            TensorView stack = Fixtures.weight(format, 4, 5, 3L * format.blockElements());
            for (LayoutClass layout : Fixtures.classes(format)) {
                TensorView packed = stack.prepack(layout, scope, TraceSink.NONE);
                assertEquals(layout, packed.layoutClass());
                assertBits(stack.toFloatArray(), packed.toFloatArray(), format + " " + layout);
                for (int expert = 0; expert < 4; expert++) {
                    TensorView one = packed.slice(0, expert).rebase();
                    assertEquals(layout, one.layoutClass());
                    assertBits(stack.slice(0, expert).toFloatArray(), one.toFloatArray(), layout + " " + expert);
                    TensorView alone = stack.slice(0, expert).prepack(layout, scope, TraceSink.NONE);
                    assertEquals(
                            -1,
                            one.storage()
                                    .asSlice(0, alone.byteSize())
                                    .mismatch(alone.storage().asSlice(0, alone.byteSize())));
                }
            }
        }
    }

    @Test
    void rangesOfRowsMayBeCopiedApart() {
        TensorView weight = Fixtures.weight(Format.Q4_K, 37, 768);
        for (LayoutClass layout : Fixtures.classes(Format.Q4_K)) {
            TensorView whole = Relayout.allocate(weight, layout, scope);
            Relayout.copyRows(weight, whole, 0, 37);
            TensorView parts = Relayout.allocate(weight, layout, scope);
            Relayout.copyRows(weight, parts, 11, 37);
            Relayout.copyRows(weight, parts, 0, 11);
            assertEquals(-1, whole.storage().mismatch(parts.storage()));
        }
    }

    @Test
    void refusesStorageThatWasFreed() {
        TensorView freed;
        try (Arena arena = Arena.ofConfined()) {
            freed = TensorView.allocate(Format.Q8_0, arena, 5, 96);
        }
        assertThrows(
                IllegalStateException.class, () -> freed.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE));
    }

    @Test
    void refusesWhatIsNoWeight() {
        TensorView weight = Fixtures.weight(Format.Q8_0, 5, 96);
        var vector = assertThrows(
                IllegalArgumentException.class,
                () -> weight.slice(0, 1).prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE));
        assertTrue(vector.getMessage().contains("found rank 1, expected a weight [out, in]"), vector.getMessage());
        var strided = assertThrows(
                IllegalArgumentException.class,
                () -> weight.prepack(LayoutClass.BLOCKED_STRIDED, scope, TraceSink.NONE));
        assertTrue(strided.getMessage().contains("'blocked_strided'"), strided.getMessage());
        assertThrows(
                IllegalArgumentException.class, () -> weight.prepack(LayoutClass.CONTIGUOUS, scope, TraceSink.NONE));
    }

    @Test
    void readsHeapOffHeapAndReadOnlyStorageAlike() {
        TensorView heap = Fixtures.weight(Format.Q6_K, 5, 768);
        MemorySegment copy = scope.allocate(heap.byteSize() + 2).asSlice(1, heap.byteSize());
        copy.copyFrom(heap.storage());
        TensorView offHeap = new TensorView(Format.Q6_K, heap.layout(), copy.asReadOnly());
        assertBits(heap.toFloatArray(), offHeap.toFloatArray(), "off-heap");
        TensorView packed = heap.prepack(LayoutClass.BLOCKED_INPUT_MAJOR_X16, scope, TraceSink.NONE);
        TensorView other = offHeap.prepack(LayoutClass.BLOCKED_INPUT_MAJOR_X16, scope, TraceSink.NONE);
        assertEquals(-1, packed.storage().mismatch(other.storage()));
        assertNotEquals(0, packed.address());
    }

    static void assertBits(float[] expected, float[] found, String message) {
        assertEquals(expected.length, found.length, message);
        for (int i = 0; i < expected.length; i++) {
            int at = i;
            assertEquals(
                    Float.floatToRawIntBits(expected[i]),
                    Float.floatToRawIntBits(found[i]),
                    () -> message + " element " + at);
        }
    }
}
