// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.runtime.Shared;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Formats whose encoding is a closed formula give ggml's very bytes.
class ClosedQuantizersTest {
    private static final List<Format> FORMATS = List.of(
            Format.Q4_0, Format.Q4_1, Format.Q5_0, Format.Q5_1, Format.Q8_0, Format.TQ1_0, Format.TQ2_0, Format.MXFP4);

    @Test
    void bytesAreThoseOfGgml() {
        for (Format format : FORMATS) {
            String json = Shared.text(Shared.path("goldens/quantize/" + format.name() + ".json"));
            float[] input = Shared.floats(json, "input_f32_le_base64");
            TensorView source = TensorView.ofFloats(input, 4, input.length / 4);
            try (Arena scope = Arena.ofConfined()) {
                TensorView found = Quantizers.quantize(source, format, scope);
                assertArrayEquals(
                        Shared.bytes(json, "bytes_base64"),
                        found.storage().toArray(ValueLayout.JAVA_BYTE),
                        format.name());
            }
        }
    }

    @Test
    void denseFormatsRoundToNearestEven() {
        float[] values = {1, -0f, 1 + 0x1p-11f, 1 + 3 * 0x1p-11f, 1 + 0x1p-8f, 1 + 3 * 0x1p-8f, 65504, 1e-7f};
        try (Arena scope = Arena.ofConfined()) {
            TensorView source = TensorView.ofFloats(values, 2, 4);
            assertArrayEquals(
                    new float[] {1, -0f, 1, 1 + 0x1p-9f, 1 + 0x1p-8f, 1 + 3 * 0x1p-8f, 65504, 0x1p-23f},
                    Quantizers.quantize(source, Format.F16, scope).toFloatArray());
            assertArrayEquals(
                    new float[] {1, -0f, 1, 1, 1, 1 + 0x1p-6f, 65536, Float.intBitsToFloat(0x33d70000)},
                    Quantizers.quantize(source, Format.BF16, scope).toFloatArray());
            assertArrayEquals(
                    values, Quantizers.quantize(source, Format.F32, scope).toFloatArray());
        }
    }

    @Test
    void quantizesAnyViewAndRefusesRowsThatDoNotFit() {
        float[] values = new float[6 * 64];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 97 - 48;
        }
        try (Arena scope = Arena.ofConfined()) {
            TensorView view = TensorView.ofFloats(values, 6, 64).narrow(0, 2, 3).narrow(1, 32, 32);
            TensorView result = Quantizers.quantize(view, Format.Q8_0, scope);
            assertArrayEquals(new long[] {3, 32}, result.shape());
            assertArrayEquals(view.toFloatArray(), result.toFloatArray(), 0.25f);
            TensorView odd = TensorView.ofFloats(values, 8, 48);
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> Quantizers.quantize(odd, Format.Q8_0, scope));
            assertEquals("row is 48 elements, expected a multiple of 32 (q8_0 block)", e.getMessage());
            assertThrows(IllegalArgumentException.class, () -> Quantizers.quantize(odd, Format.IQ2_S, scope));
        }
    }

    @Test
    void aValueJustBelowAPowerOfTwoCountsAsItInMxfp4() {
        float[] values = new float[32];
        byte[] block = new byte[17];
        values[3] = 7.9999995f;
        new MXFP4Quantizer().quantize(values, 0, block, 0);
        assertEquals(128, block[0] & 0xff);
        values[3] = 7.99f;
        new MXFP4Quantizer().quantize(values, 0, block, 0);
        assertEquals(127, block[0] & 0xff);
        values[3] = 1e-40f;
        new MXFP4Quantizer().quantize(values, 0, block, 0);
        assertEquals(0, block[0]);
    }
}
