// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.RecordingSink;
import dev.ashlar.runtime.trace.TraceEvent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class PackedWeightsTest {
    @Test
    void convertsViewsOnceAndBack() {
        for (Format format : Format.values()) {
            byte[] canonical = PackedLayoutFixtures.canonical(format);
            TensorView weight = TensorView.of(format, MemorySegment.ofArray(canonical), 4, 3L * format.blockElements());
            RecordingSink sink = new RecordingSink(10);
            TensorView packed = PackedWeights.prepackForMatmul(weight, Arena.ofAuto(), sink);
            assertArrayEquals(
                    PackedLayoutFixtures.kernelOrder(format), packed.storage().toArray(ValueLayout.JAVA_BYTE));
            assertSame(packed, PackedWeights.prepackForMatmul(packed));
            assertSame(weight, PackedWeights.toCanonical(weight));
            assertArrayEquals(
                    canonical, PackedWeights.toCanonical(packed).storage().toArray(ValueLayout.JAVA_BYTE));
            assertEquals(
                    canonical.length,
                    sink.events(TraceEvent.AdapterInserted.class).getFirst().bytes());
        }
    }

    @Test
    void permutesBytesAsViewsAre() {
        for (Format format : Format.values()) {
            byte[] canonical = PackedLayoutFixtures.patterned(format, LayoutClass.BLOCKED_ROW_MAJOR, 37, 11);
            byte[] kernel = PackedWeights.toKernelOrder(canonical, 37, 11, format.blockBytes());
            assertArrayEquals(PackedLayoutFixtures.patterned(format, LayoutClass.BLOCKED_INPUT_MAJOR, 37, 11), kernel);
            assertArrayEquals(canonical, PackedWeights.toCanonicalOrder(kernel, 37, 11, format.blockBytes()));
        }
    }

    @Test
    void refusesBytesOfAnotherLength() {
        var e = assertThrows(
                IllegalArgumentException.class, () -> PackedWeights.toKernelOrder(new byte[100], 4, 3, 18));
        assertEquals("weight of 4 x 3 blocks of 18 bytes: found 100 bytes, expected exactly 216", e.getMessage());
        assertThrows(ArithmeticException.class, () -> PackedWeights.toKernelOrder(new byte[0], 1L << 40, 1L << 40, 18));
    }

    @Test
    void refusesWhatLooksTransposed() {
        assertDoesNotThrow(() -> PackedWeights.requireOutIn(37, 96, Format.Q4_0));
        assertDoesNotThrow(() -> PackedWeights.requireOutIn(64, 96, Format.Q4_0));
        var turned =
                assertThrows(IllegalArgumentException.class, () -> PackedWeights.requireOutIn(96, 37, Format.Q4_0));
        assertEquals(
                "weight [96, 37]: row is 37 elements, expected a multiple of 32 (q4_0 block); "
                        + "it looks like [in, out]: load it with WeightShapeOrientation.OUT_IN, "
                        + "or write its file with the dimensions exchanged",
                turned.getMessage());
        var neither =
                assertThrows(IllegalArgumentException.class, () -> PackedWeights.requireOutIn(5, 37, Format.Q4_0));
        assertTrue(neither.getMessage().endsWith("(q4_0 block)"), neither.getMessage());
    }

    @Test
    void refusesAnotherShapeThanExpected() {
        assertDoesNotThrow(() -> PackedWeights.requireShape("w", new long[] {64, 96}, new long[] {64, 96}));
        var e = assertThrows(
                IllegalArgumentException.class,
                () -> PackedWeights.requireShape("w", new long[] {96, 64}, new long[] {64, 96}));
        assertEquals(
                "weight 'w': found shape [96, 64], expected [64, 96]; "
                        + "the axes are exchanged, WeightShapeOrientation.OUT_IN gives [out, in]",
                e.getMessage());
    }

    @Test
    void countsBlocksOfARow() {
        assertEquals(3, PackedWeights.blocksPerRow(Format.Q4_K, 768));
        var e = assertThrows(IllegalArgumentException.class, () -> PackedWeights.blocksPerRow(Format.Q4_K, 896));
        assertEquals("row is 896 elements, expected a multiple of 256 (q4_k block)", e.getMessage());
    }
}
