// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplerTest {
    private static final SamplingOptions PLAIN = new SamplingOptions(1, 0, 1, 0, OptionalLong.of(7));

    private static int[] draw(SamplingOptions options, int count, float... logits) {
        Sampler sampler = Sampler.of(options);
        return IntStream.range(0, count).map(i -> sampler.sample(logits)).toArray();
    }

    @Test
    void greedyTakesTheLowestIdOfTheLargestAndNeverNotANumber() {
        Sampler greedy = Sampler.of(SamplingOptions.GREEDY);
        assertEquals(1, greedy.sample(new float[] {Float.NaN, 3, 3, -1}));
        assertEquals(2, greedy.sample(new float[] {0, Float.NaN, Float.POSITIVE_INFINITY}));
    }

    @Test
    void refusesLogitsWithoutANumber() {
        float[] none = {Float.NaN, Float.NEGATIVE_INFINITY};
        assertThrows(
                IllegalArgumentException.class,
                () -> Sampler.of(SamplingOptions.GREEDY).sample(none));
        assertThrows(IllegalArgumentException.class, () -> Sampler.of(PLAIN).sample(none));
    }

    @Test
    void drawsByProbability() {
        int[] drawn = draw(PLAIN, 20_000, (float) Math.log(1), (float) Math.log(2), (float) Math.log(7));
        double[] share = new double[3];
        Arrays.stream(drawn).forEach(id -> share[id] += 1.0 / drawn.length);
        assertArrayEquals(new double[] {0.1, 0.2, 0.7}, share, 0.02);
    }

    @Test
    void repeatsItselfForASeed() {
        float[] logits = new float[50];
        assertArrayEquals(draw(PLAIN, 100, logits), draw(PLAIN, 100, logits));
        assertTrue(!Arrays.equals(draw(PLAIN, 100, logits), draw(PLAIN.withSeed(8), 100, logits)));
        assertArrayEquals(new int[] {19, 0, 45, 29, 22}, draw(PLAIN, 5, logits));
    }

    @Test
    void neverDrawsNotANumber() {
        float[] logits = {Float.NaN, 0, Float.NaN, Float.NEGATIVE_INFINITY, 0};
        for (int id : draw(PLAIN.withTopK(3), 200, logits)) {
            assertTrue(id == 1 || id == 4);
        }
        for (int id : draw(PLAIN, 200, 0f, Float.POSITIVE_INFINITY, 5f)) {
            assertEquals(1, id);
        }
    }

    @Test
    void topKKeepsTheLikeliest() {
        Random random = new Random(3);
        float[] logits = new float[100];
        for (int id = 0; id < logits.length; id++) {
            logits[id] = random.nextFloat();
        }
        int[] best = IntStream.range(0, 100)
                .boxed()
                .sorted((a, b) -> Float.compare(logits[b], logits[a]))
                .limit(5)
                .mapToInt(id -> id)
                .sorted()
                .toArray();
        int[] drawn = Arrays.stream(draw(PLAIN.withTopK(5), 500, logits))
                .sorted()
                .distinct()
                .toArray();
        assertArrayEquals(best, drawn);
    }

    @Test
    void topPKeepsTheSmallestSetThatReachesIt() {
        float[] logits = {(float) Math.log(0.5), (float) Math.log(0.3), (float) Math.log(0.2)};
        assertEquals(
                1, Arrays.stream(draw(PLAIN.withTopP(0.4), 300, logits)).max().getAsInt() + 1);
        assertEquals(
                1, Arrays.stream(draw(PLAIN.withTopP(0.6), 300, logits)).max().getAsInt());
        assertEquals(
                2, Arrays.stream(draw(PLAIN.withTopP(0.9), 300, logits)).max().getAsInt());
    }

    @Test
    void minPKeepsWhatIsLikelyEnoughRelativeToTheBest() {
        float[] logits = {(float) Math.log(0.5), (float) Math.log(0.3), (float) Math.log(0.2)};
        assertEquals(
                1, Arrays.stream(draw(PLAIN.withMinP(0.5), 300, logits)).max().getAsInt());
        assertEquals(
                0, Arrays.stream(draw(PLAIN.withMinP(1), 300, logits)).max().getAsInt());
    }

    @Test
    void aTinyTemperatureIsAsGoodAsGreedy() {
        assertEquals(
                2,
                Arrays.stream(draw(PLAIN.withTemperature(1e-300), 50, 1f, 2f, 2.5f))
                        .min()
                        .getAsInt());
    }

    @ParameterizedTest
    @CsvSource({"-1,0,1,0", "NaN,0,1,0", "1e9,0,1,0", "1,-1,1,0", "1,0,0,0", "1,0,1.5,0", "1,0,1,-0.1", "1,0,1,2"})
    void refusesAbsurdOptions(double temperature, int topK, double topP, double minP) {
        IllegalArgumentException thrown = assertThrows(
                IllegalArgumentException.class,
                () -> new SamplingOptions(temperature, topK, topP, minP, OptionalLong.empty()));
        assertTrue(thrown.getMessage().contains("expected"), thrown.getMessage());
    }
}
