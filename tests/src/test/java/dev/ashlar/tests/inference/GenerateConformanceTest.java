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
                "toy-llama/Q4_K_M",
            })
    void givesTheTokensOfLlamaCpp(String name) {
        List<Golden> cases = Golden.ofShared(name);
        assertEquals(3, cases.size());
        boolean dense = name.endsWith("F32") || name.endsWith("F16");
        check(cases, Q8.withThreads(1), dense ? 2e-2 : 0.5);
        check(cases, Q8.withThreads(2), dense ? 2e-2 : 0.5);
        check(cases, EXACT.withThreads(1), 1e-4);
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
                double distance = golden.distance(session.evaluate(golden.promptTokens()));
                assertTrue(distance <= bound, () -> what + ": logits differ by " + distance);
                session.reset();
                List<Integer> found = session.generate(golden.promptTokens(), GREEDY, TokenListener.silent())
                        .tokens();
                assertEquals(golden.tokens(), found, what);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiny-F32.gguf", "tiny-Q8_0.gguf", "tiny-Q4_0.gguf", "tiny-Q4_K_M.gguf"})
    void givesTheTokensOfLlamaCppForTheEmbeddedModel(String name) {
        List<Golden> cases = Golden.ofTiny().stream()
                .filter(golden -> golden.modelFile().endsWith("/" + name))
                .toList();
        assertEquals(3, cases.size());
        check(cases, Q8.withThreads(1), 0);
        check(cases, Q8.withThreads(2), 0);
    }
}
