// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class TensorViewTest {
    private final Arena scope = Arena.ofAuto();
    private final TensorView matrix = TensorView.ofFloats(new float[] {0, 1, 2, 3, 4, 5}, 2, 3);

    @Test
    void viewsAreMetadataOnly() {
        TensorView column = matrix.transpose(0, 1).slice(0, 1);
        assertArrayEquals(new float[] {1, 4}, column.toFloatArray());
        assertEquals(LayoutClass.STRIDED, column.layoutClass());
        matrix.set(9, 1, 1);
        assertArrayEquals(new float[] {1, 9}, column.toFloatArray());
        assertArrayEquals(new float[] {0, 2, 3, 5}, matrix.step(1, 2).toFloatArray());
        assertArrayEquals(new long[] {2, 1, 3}, matrix.unsqueeze(1).shape());
        assertArrayEquals(new long[] {2, 3}, matrix.unsqueeze(0).squeeze(0).shape());
    }

    @Test
    void scalarsHaveNoAxes() {
        TensorView scalar = TensorView.ofFloats(new float[] {7});
        assertEquals(7, scalar.get());
        assertEquals(LayoutClass.CONTIGUOUS, scalar.layoutClass());
        assertArrayEquals(new float[] {7}, scalar.toFloatArray());
        assertArrayEquals(new float[] {7}, scalar.unsqueeze(0).toFloatArray());
    }

    @Test
    void classOfADenseViewFollowsItsStrides() {
        assertEquals(LayoutClass.CONTIGUOUS, matrix.layoutClass());
        assertEquals(LayoutClass.STRIDED, matrix.transpose(0, 1).layoutClass());
        assertEquals(
                LayoutClass.CONTIGUOUS, matrix.transpose(0, 1).transpose(0, 1).layoutClass());
        assertEquals(LayoutClass.STRIDED, matrix.narrow(0, 1, 1).layoutClass());
        assertEquals(LayoutClass.CONTIGUOUS, matrix.narrow(0, 1, 1).rebase().layoutClass());
        TensorView packed = matrix.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, TraceSink.NONE);
        assertEquals(LayoutClass.BLOCKED_INPUT_MAJOR, packed.layoutClass());
        assertEquals(LayoutClass.CONTIGUOUS, packed.transpose(0, 1).layoutClass());
    }

    @Test
    void materializeCopiesInTheOrderOfTheAxes() {
        TensorView weight = Fixtures.weight(Format.Q8_0, 5, 96).transpose(0, 1);
        TensorView copy = weight.materialize(scope);
        assertEquals(Format.F32, copy.format());
        assertEquals(LayoutClass.CONTIGUOUS, copy.layoutClass());
        assertArrayEquals(weight.toFloatArray(), copy.toFloatArray());
        TensorView half = TensorView.allocate(Format.F16, scope, 2, 3);
        half.set(1.5f, 1, 2);
        assertEquals(1.5f, half.materialize(scope).get(1, 2));
    }

    @Test
    void writesThroughARowTile() {
        TensorView tiled = matrix.prepack(LayoutClass.BLOCKED_INPUT_MAJOR_X8, scope, TraceSink.NONE);
        tiled.set(9, 1, 2);
        assertArrayEquals(new float[] {0, 1, 2, 3, 4, 9}, tiled.toFloatArray());
    }

    @Test
    void refusesWritesToPackedOrReadOnlyTensors() {
        TensorView packed = Fixtures.weight(Format.Q4_0, 5, 96);
        assertThrows(UnsupportedOperationException.class, () -> packed.set(1, 0, 0));
        TensorView readOnly =
                new TensorView(Format.F32, matrix.layout(), matrix.storage().asReadOnly());
        var e = assertThrows(UnsupportedOperationException.class, () -> readOnly.set(1, 0, 0));
        assertTrue(e.getMessage().contains("read-only storage"), e.getMessage());
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThrows(
                IllegalArgumentException.class,
                () -> TensorView.of(Format.Q4_0, MemorySegment.ofArray(new byte[18]), 33));
        assertThrows(
                IllegalArgumentException.class, () -> TensorView.of(Format.F32, MemorySegment.ofArray(new byte[8]), 3));
        assertThrows(IllegalArgumentException.class, () -> Layout.rowMajor(1, 1, 1, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> Layout.rowMajor(1, 2, -1));
        assertThrows(IllegalArgumentException.class, () -> Layout.inputBlockMajor(32, 4, 8, 32));
        assertThrows(IllegalArgumentException.class, () -> new Layout.Axis(1, -1));
        assertThrows(IllegalArgumentException.class, () -> matrix.narrow(0, 1, 2));
        assertThrows(IllegalArgumentException.class, () -> matrix.squeeze(0));
        assertThrows(IndexOutOfBoundsException.class, () -> matrix.get(2, 0));
        assertThrows(IllegalArgumentException.class, () -> matrix.get(0));
        TensorView packed = Fixtures.weight(Format.Q4_0, 5, 96);
        assertThrows(IllegalArgumentException.class, () -> packed.step(1, 2));
        assertThrows(IllegalArgumentException.class, () -> packed.slice(1, 0));
        assertThrows(IllegalStateException.class, packed::address);
    }

    @Test
    void describesItself() {
        assertEquals(
                "q4_0[5, 96] row_major", Fixtures.weight(Format.Q4_0, 5, 96).toString());
    }
}
