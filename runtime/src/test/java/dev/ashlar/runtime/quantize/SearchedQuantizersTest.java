// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.Shared;
import dev.ashlar.runtime.format.Format;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Formats whose encoding is a search leave no greater error than ggml's search does.
class SearchedQuantizersTest {
    private static final List<Format> FORMATS =
            List.of(Format.Q2_K, Format.Q3_K, Format.Q4_K, Format.Q5_K, Format.Q6_K, Format.IQ4_NL);

    private static final int TRIALS = 1000;

    /// Two errors of equal size differ so much, measured with that many random activations.
    private static final double SAMPLING_NOISE = 0.1;

    private static float[] decode(Format format, byte[] bytes) {
        float[] values = new float[bytes.length / format.blockBytes() * format.blockElements()];
        for (int block = 0; block < bytes.length / format.blockBytes(); block++) {
            format.codec()
                    .decode(
                            MemorySegment.ofArray(bytes),
                            (long) block * format.blockBytes(),
                            values,
                            block * format.blockElements());
        }
        return values;
    }

    private static byte[] encode(Format format, float[] values) {
        BlockQuantizer quantizer = Quantizers.create(format).orElseThrow();
        int blocks = values.length / format.blockElements();
        byte[] bytes = new byte[blocks * format.blockBytes()];
        for (int block = 0; block < blocks; block++) {
            quantizer.quantize(values, block * format.blockElements(), bytes, block * format.blockBytes());
        }
        return bytes;
    }

    private static double rms(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += Math.pow((double) a[i] - b[i], 2);
        }
        return Math.sqrt(sum / a.length);
    }

    /// The root mean square, over random activations, of a dot product's error over `sum |w x|`.
    private static double dotError(float[] w, float[] approximation, Random random) {
        double sum = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double error = 0;
            double magnitude = 0;
            for (int i = 0; i < w.length; i++) {
                double x = random.nextGaussian();
                error += x * ((double) approximation[i] - w[i]);
                magnitude += Math.abs(x * w[i]);
            }
            sum += magnitude == 0 ? 0 : Math.pow(error / magnitude, 2);
        }
        return Math.sqrt(sum / TRIALS);
    }

    private static void assertNoWorse(String what, double ours, double theirs, double slack) {
        assertTrue(ours <= theirs * (1 + slack), () -> "%s %g, ggml %g".formatted(what, ours, theirs));
    }

    @Test
    void errorIsNoWorseThanThatOfGgml() {
        for (Format format : FORMATS) {
            String json = Shared.text(Shared.path("goldens/quantize/" + format.name() + ".json"));
            float[] input = Shared.floats(json, "input_f32_le_base64");
            float[] theirs = decode(format, Shared.bytes(json, "bytes_base64"));
            float[] ours = decode(format, encode(format, input));
            int rows = Shared.number(json, "rows");
            int cols = input.length / rows;
            for (int row = 0; row < rows; row++) {
                float[] w = Arrays.copyOfRange(input, row * cols, (row + 1) * cols);
                float[] a = Arrays.copyOfRange(ours, row * cols, (row + 1) * cols);
                float[] b = Arrays.copyOfRange(theirs, row * cols, (row + 1) * cols);
                assertNoWorse("%s row %d: rms".formatted(format, row), rms(w, a), rms(w, b), 0);
                double ourDot = dotError(w, a, new Random(row));
                double theirDot = dotError(w, b, new Random(row));
                assertNoWorse("%s row %d: dot product".formatted(format, row), ourDot, theirDot, SAMPLING_NOISE);
            }
        }
    }

    @Test
    void allZeroIsExact() {
        for (Format format : FORMATS) {
            for (float value : decode(format, encode(format, new float[512]))) {
                assertEquals(0f, Math.abs(value), format.name());
            }
        }
    }

    @Test
    void tinyValuesDoNotVanish() {
        for (Format format : FORMATS) {
            float[] values = new float[256];
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) Math.sin(i) * 1e-5f;
            }
            double relative = rms(values, decode(format, encode(format, values))) / rms(values, new float[256]);
            assertTrue(relative < 0.5, () -> "%s: relative error %g".formatted(format, relative));
        }
    }
}
