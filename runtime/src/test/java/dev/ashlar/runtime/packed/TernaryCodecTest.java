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
    void gemvAgreesWithFloat64() {
        byte[] digits = randomDigits(37 * 768);
        Random random = new Random(6);
        float[] x = new float[768];
        for (int i = 0; i < x.length; i++) {
            x[i] = (float) random.nextGaussian();
        }
        BitnetGemv.Activations quants = BitnetGemv.Activations.of(x);
        for (Format encoding : ENCODINGS) {
            byte[] bytes = TernaryCodec.encode(digits, 0.0625f, encoding);
            TensorView weight = TensorView.of(encoding, MemorySegment.ofArray(bytes), 37, 768);
            float[] result = BitnetGemv.multiply(weight, quants);
            for (int o = 0; o < 37; o++) {
                long isum = 0;
                double exact = 0;
                double magnitude = 0;
                for (int i = 0; i < 768; i++) {
                    isum += digits[o * 768 + i] * quants.values()[i];
                    exact += 0.0625 * digits[o * 768 + i] * x[i];
                    magnitude += 0.0625 * Math.abs(digits[o * 768 + i] * x[i]);
                }
                assertEquals(0.0625 * isum / quants.scale(), result[o], 1e-6 * magnitude);
                assertEquals(exact, result[o], 3e-3 * magnitude);
            }
        }
    }

    @Test
    void quantizesActivationsByTheirLargestMagnitude() {
        BitnetGemv.Activations quants = BitnetGemv.Activations.of(new float[] {-2, 1, 0.001f});
        assertArrayEquals(new byte[] {-127, 64, 0}, quants.values());
        assertEquals(63.5f, quants.scale());
        assertArrayEquals(new byte[2], BitnetGemv.Activations.of(new float[2]).values());
    }

    @Test
    void refusesWhatItCannotRead() {
        byte[] bytes = TernaryCodec.encode(randomDigits(5 * 768), 1, Format.TQ2_0);
        TensorView weight = TensorView.of(Format.TQ2_0, MemorySegment.ofArray(bytes), 5, 768);
        BitnetGemv.Activations x = BitnetGemv.Activations.of(new float[768]);
        TensorView packed = PackedWeights.prepackForMatmul(weight);
        var e = assertThrows(IllegalArgumentException.class, () -> BitnetGemv.multiply(packed, x));
        assertEquals(
                "bitnet_gemv: found tq2_0[5, 768] input_block_major, expected a weight [out, in] in row_major",
                e.getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> BitnetGemv.multiply(weight, BitnetGemv.Activations.of(new float[5])));
        assertThrows(IllegalArgumentException.class, () -> TernaryCodec.encode(new byte[256], 1, Format.Q4_0));
        byte[] wrong = new byte[256];
        wrong[7] = 2;
        assertThrows(IllegalArgumentException.class, () -> TernaryCodec.encode(wrong, 1, Format.TQ1_0));
    }
}
