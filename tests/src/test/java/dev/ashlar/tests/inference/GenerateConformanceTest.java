// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.inference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.inference.GenerateOptions;
import dev.ashlar.inference.KvFormat;
import dev.ashlar.inference.Model;
import dev.ashlar.inference.Session;
import dev.ashlar.inference.TokenListener;
import dev.ashlar.inference.tokenizer.EncodeOption;
import dev.ashlar.runtime.kernel.Numerics;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Greedy tokens and logits are those of llama.cpp and of a float64 reference.
///
/// The bounds are those that come with the goldens: 1e-4 with f32 activations and cache, 2e-2 with an F16 cache,
/// 0.5 with int8 activations.
class GenerateConformanceTest {
    private static final GenerateOptions GREEDY =
            GenerateOptions.DEFAULT.withMaxTokens(48).withEndOfText(GenerateOptions.EndOfText.IGNORED);
    private static final Model.Options Q8 = Model.Options.DEFAULT.withNumerics(Numerics.Q8);
    private static final Model.Options EXACT =
            Model.Options.DEFAULT.withNumerics(Numerics.EXACT).withKv(KvFormat.F32);

    /// Two logits this close are a tie with int8 activations: one that rounds the other way moves them as much.
    private static final double TIE = 0.1;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stories260K/F32",
                "stories260K/Q8_0",
                "stories260K/Q4_0",
                "tinystories-656k/F32",
                "tinystories-656k/Q8_0",
                "tinystories-656k/Q4_0",
                "toy-llama/F32",
                "toy-llama/F16",
                "toy-llama/Q8_0",
                "toy-llama/Q4_0",
                "toy-llama/Q4_1",
                "toy-llama/Q5_0",
                "toy-llama/Q5_1",
                "toy-llama/Q2_K",
                "toy-llama/Q3_K_M",
                "toy-llama/Q4_K_M",
                "toy-llama/Q5_K_M",
                "toy-llama/Q6_K",
                "toy-llama/IQ4_NL",
                "toy-llama/MXFP4",
                "toy-llama/TQ1_0",
                "toy-llama/TQ2_0"
            })
    void givesTheTokensOfLlamaCpp(String name) {
        List<Golden> cases = Golden.ofShared(name);
        assertEquals(3, cases.size());
        boolean dense = name.endsWith("F32") || name.endsWith("F16");
        check(cases, Q8.withThreads(1), dense ? 2e-2 : 0.5);
        check(cases, Q8.withThreads(2), dense ? 2e-2 : 0.5);
        check(cases, EXACT.withThreads(2), 1e-4);
    }

    private static void check(List<Golden> cases, Model.Options options, double bound) {
        try (Model model = Model.load(Shared.file(cases.getFirst().modelFile()), options)) {
            Session session = model.session();
            for (Golden golden : cases) {
                String what = golden + " " + options;
                assertArrayEquals(
                        golden.promptTokens(), model.tokenizer().encode(golden.prompt(), EncodeOption.ADD_SPECIAL));
                session.reset();
                double distance = Golden.distance(golden.reference(), session.evaluate(golden.promptTokens()));
                assertTrue(distance <= bound, () -> what + ": logits differ by " + distance);
                assertEquals(golden.tokens(), greedy(session, golden), what);
            }
        }
    }

    private static List<Integer> greedy(Session session, Golden golden) {
        session.reset();
        return session.generate(golden.promptTokens(), GREEDY, TokenListener.silent())
                .tokens();
    }

    /// With the same rounding of activations, cache, queries and probabilities only the order of f32 sums is left.
    @ParameterizedTest
    @ValueSource(strings = {"tinystories-656k/F32", "tinystories-656k/Q8_0", "tinystories-656k/Q4_0"})
    void givesTheLogitsOfLlamaCpp(String name) {
        List<Golden> cases = Golden.ofShared(name);
        try (Model model = Model.load(Shared.file(cases.getFirst().modelFile()), Q8)) {
            for (Golden golden : cases) {
                float[] found = model.session().evaluate(golden.promptTokens());
                double distance = Golden.distance(golden.logits(), found);
                assertTrue(distance <= 1e-4, () -> golden + ": logits differ by " + distance);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "F32", "Q8_0", "Q4_0", "Q4_K_M", "Q2_K", "Q3_K_M", "Q5_K_M", "Q6_K", "IQ4_NL",
            })
    void givesTheTokensOfLlamaCppForTheEmbeddedModelButForTies(String name) {
        List<Golden> cases = Golden.ofTiny().stream()
                .filter(golden -> golden.modelFile().endsWith("/tiny-" + name + ".gguf"))
                .toList();
        assertEquals(3, cases.size());
        int equal = 0;
        try (Model model = Model.load(Shared.file(cases.getFirst().modelFile()), Q8)) {
            Session session = model.session();
            for (Golden golden : cases) {
                List<Integer> found = greedy(session, golden);
                equal += found.equals(golden.tokens()) ? 1 : 0;
                assertTied(session, golden, found);
            }
        }
        assertTrue(equal >= 1, "equal: " + equal);
    }

    private static void assertTied(Session session, Golden golden, List<Integer> found) {
        int step = 0;
        while (step < found.size() && found.get(step).equals(golden.tokens().get(step))) {
            step++;
        }
        if (step == found.size()) {
            return;
        }
        session.reset();
        float[] logits = session.evaluate(golden.prefix(step));
        float gap = logits[found.get(step)] - logits[golden.tokens().get(step)];
        String what = golden + ": differs at step " + step + " by " + gap;
        assertTrue(gap < TIE, what);
    }
}
