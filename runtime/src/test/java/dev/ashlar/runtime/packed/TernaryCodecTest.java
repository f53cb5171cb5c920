// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.runtime.Shared;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TernaryCodecTest {
    private static final List<Format> ENCODINGS = List.of(Format.TQ1_0, Format.TQ2_0);

    private static byte[] randomDigits(int count) {
        Random random = new Random(5);
        byte[] digits = new byte[count];
        for (int i = 256; i < count; i++) {
            digits[i] = (byte) random.nextInt(-1, 2);
        }
        return digits;
    }

    @Test
    void digitsAndScaleRoundTripInEveryLayout() {
        byte[] digits = randomDigits(5 * 768);
        for (Format encoding : ENCODINGS) {
            byte[] bytes = TernaryCodec.encode(digits, 0.75f, encoding);
            TensorView weight = TensorView.of(encoding, MemorySegment.ofArray(bytes), 5, 768);
            for (LayoutClass layout : LayoutClass.values()) {
                if (layout.isInputMajor()) {
                    TensorView packed = weight.prepack(layout, Arena.ofAuto(), TraceSink.NONE);
                    assertArrayEquals(digits, TernaryCodec.decode(packed), layout.name());
                    assertEquals(Optional.of(0.75f), TernaryCodec.scale(packed));
                }
            }
            float[] values = weight.toFloatArray();
            for (int i = 0; i < values.length; i++) {
                assertEquals(0.75f * digits[i], values[i], 0f);
            }
        }
    }

    @Test
    void roundsWeightsToTheMeanOfTheirMagnitudes() {
        float[] weights = {0.5f, -0.1f, 2f, -1.4f, 0f};
        assertEquals(0.8f, TernaryCodec.absmean(weights), 1e-6f);
        assertArrayEquals(new byte[] {1, 0, 1, -1, 0}, TernaryCodec.digits(weights, 0.8f));
        assertArrayEquals(new byte[5], TernaryCodec.digits(new float[5], TernaryCodec.absmean(new float[5])));
    }

    @Test
    void blocksOfOtherQuantizersHaveNoCommonScale() {
        String json = Shared.text(Shared.path("goldens/quantize/TQ2_0.json"));
        TensorView weight =
                TensorView.of(Format.TQ2_0, MemorySegment.ofArray(Shared.bytes(json, "bytes_base64")), 4, 768);
        assertEquals(Optional.empty(), TernaryCodec.scale(weight));
    }

    @Test
    void refusesWhatIsNotTernary() {
        assertThrows(IllegalArgumentException.class, () -> TernaryCodec.encode(new byte[256], 1, Format.Q4_0));
        byte[] wrong = new byte[256];
        wrong[7] = 2;
        var e = assertThrows(IllegalArgumentException.class, () -> TernaryCodec.encode(wrong, 1, Format.TQ1_0));
        assertEquals("ternary digit: found 2, expected -1, 0 or 1", e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> TernaryCodec.encode(new byte[255], 1, Format.TQ1_0));
    }
}
