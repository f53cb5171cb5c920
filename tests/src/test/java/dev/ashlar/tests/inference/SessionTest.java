// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.inference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.inference.CancellationToken;
import dev.ashlar.inference.GenerateOptions;
import dev.ashlar.inference.Generation;
import dev.ashlar.inference.Model;
import dev.ashlar.inference.ModelException;
import dev.ashlar.inference.Session;
import dev.ashlar.inference.StopReason;
import dev.ashlar.inference.TokenListener;
import dev.ashlar.inference.sampling.SamplingOptions;
import dev.ashlar.inference.tokenizer.EncodeOption;
import dev.ashlar.runtime.kernel.Numerics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Sessions of the embedded model.
class SessionTest {
    private static final String PROMPT = "Once upon a time";
    private static final GenerateOptions TEN = GenerateOptions.DEFAULT.withMaxTokens(10);
    private static Model model;

    @BeforeAll
    static void load() {
        model = Model.embedded(Model.Options.DEFAULT.withNumerics(Numerics.EXACT));
    }

    @AfterAll
    static void close() {
        model.close();
    }

    private static int[] prompt() {
        return model.tokenizer().encode(PROMPT, EncodeOption.ADD_SPECIAL);
    }

    @Test
    void aPromptInOneBatchGivesTheBitsOfTokenByToken() {
        int[] tokens = model.tokenizer().encode("One day, Lily found a yellow piece of wood by the river.");
        Session one = model.session();
        Session other = model.session();
        float[] together = one.evaluate(tokens);
        float[] last = {};
        for (int token : tokens) {
            last = other.evaluate(token);
        }
        assertArrayEquals(bits(together), bits(last));
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        for (int index = 0; index < bits.length; index++) {
            bits[index] = Float.floatToRawIntBits(values[index]);
        }
        return bits;
    }

    @Test
    void goesOnWhereItStopped() {
        Generation whole = model.session().generate(PROMPT, TEN, TokenListener.silent());
        Session session = model.session();
        Generation first = session.generate(PROMPT, TEN.withMaxTokens(4), TokenListener.silent());
        Generation second = session.generate(new int[0], TEN.withMaxTokens(6), TokenListener.silent());
        List<Integer> both = new ArrayList<>(first.tokens());
        both.addAll(second.tokens());
        assertEquals(whole.tokens(), both);
        assertEquals(whole.text(), first.text() + second.text());
        assertEquals(StopReason.MAX_TOKENS, whole.stopReason());
        assertEquals(prompt().length + 10, session.length());
    }

    @Test
    void streamsWhatItReturns() {
        StringBuilder streamed = new StringBuilder();
        List<Integer> tokens = new ArrayList<>();
        Generation generation = model.session().generate(PROMPT, TEN, (token, text) -> {
            tokens.add(token);
            streamed.append(text);
            return TokenListener.Reply.CONTINUE;
        });
        assertEquals(generation.tokens(), tokens);
        assertEquals(generation.text(), streamed.toString());
        assertTrue(generation.timings().promptTokensPerSecond() > 0);
        assertTrue(generation.timings().generationTokensPerSecond() > 0);
    }

    @Test
    void rewindsToACommonPrefix() {
        Session session = model.session();
        Generation first = session.generate(PROMPT, TEN, TokenListener.silent());
        int[] other = Arrays.copyOf(session.tokens(), 8);
        other[7] = 5;
        assertEquals(7, session.rewindToCommonPrefix(other));
        assertEquals(7, session.length());
        session.rewindToCommonPrefix(prompt());
        assertEquals(prompt().length - 1, session.length());
        int last = prompt()[prompt().length - 1];
        assertEquals(
                first.tokens(),
                session.generate(new int[] {last}, TEN, TokenListener.silent()).tokens());
        assertThrows(IllegalArgumentException.class, () -> session.rewind(session.length() + 1));
    }

    @Test
    void sessionsDoNotMix() {
        Session one = model.session();
        Session other = model.session();
        one.evaluate(prompt());
        float[] expected = model.session().evaluate(new int[] {2044, 51});
        assertArrayEquals(bits(expected), bits(other.evaluate(2044, 51)));
    }

    @Test
    void aSeedRepeatsASample() {
        GenerateOptions sampled = TEN.withSampling(SamplingOptions.BALANCED.withSeed(4));
        Generation first = model.session().generate(PROMPT, sampled, TokenListener.silent());
        Generation second = model.session().generate(PROMPT, sampled, TokenListener.silent());
        assertEquals(first.tokens(), second.tokens());
        GenerateOptions other = TEN.withSampling(SamplingOptions.BALANCED.withSeed(5));
        assertNotEquals(
                first.tokens(),
                model.session().generate(PROMPT, other, TokenListener.silent()).tokens());
    }

    @Test
    void stopsWhenTheListenerWantsIt() {
        AtomicInteger count = new AtomicInteger();
        Generation generation = model.session().generate(PROMPT, TEN, (token, text) -> {
            boolean enough = count.incrementAndGet() == 3;
            return enough ? TokenListener.Reply.STOP : TokenListener.Reply.CONTINUE;
        });
        assertEquals(StopReason.LISTENER, generation.stopReason());
        assertEquals(3, generation.tokens().size());
    }

    @Test
    void stopsAtTheEndOfTheText() {
        GenerateOptions many = GenerateOptions.DEFAULT.withMaxTokens(400);
        Generation generation = model.session()
                .generate(
                        model.tokenizer()
                                .encode("<|endoftext|><|user|>\nHello!\n<|assistant|>\n", EncodeOption.PARSE_SPECIAL),
                        many,
                        TokenListener.silent());
        assertEquals(StopReason.END_OF_TEXT, generation.stopReason());
        assertEquals(2044, generation.tokens().getLast());
        assertTrue(!generation.text().contains("<|"), generation.text());
    }

    @Test
    void refusesAPromptThatIsLongerThanTheContext() {
        try (Model small = Model.embedded(Model.Options.DEFAULT.withContext(16))) {
            Session session = small.session();
            ModelException thrown = assertThrows(
                    ModelException.class,
                    () -> session.generate("The cat sat. ".repeat(20), TEN, TokenListener.silent()));
            assertTrue(thrown.getMessage().contains("expected at most 16 (context 16, used 0)"), thrown.getMessage());
            assertEquals(0, session.length());
            Generation full = session.generate(PROMPT, TEN.withMaxTokens(100), TokenListener.silent());
            assertEquals(StopReason.CONTEXT_FULL, full.stopReason());
            assertEquals(16, session.length());
        }
    }

    @Test
    void refusesAnEmptyPromptAndATokenOutsideOfTheVocabulary() {
        Session session = model.session();
        assertThrows(ModelException.class, () -> session.evaluate());
        assertThrows(ModelException.class, () -> session.evaluate(2048));
        assertThrows(ModelException.class, () -> model.session().evaluate(-1));
    }

    @Test
    void aCancelledTokenStopsAtOnceAndTheSessionGoesOn() throws InterruptedException {
        CancellationToken cancellation = new CancellationToken();
        Session session = model.session();
        GenerateOptions options = GenerateOptions.DEFAULT
                .withMaxTokens(400)
                .withEndOfText(GenerateOptions.EndOfText.IGNORED)
                .withCancellation(cancellation);
        List<Generation> results = new ArrayList<>();
        AtomicInteger count = new AtomicInteger();
        Thread thread = new Thread(() -> results.add(session.generate(PROMPT, options, (token, text) -> {
            count.incrementAndGet();
            return TokenListener.Reply.CONTINUE;
        })));
        thread.start();
        while (count.get() < 5) {
            Thread.onSpinWait();
        }
        cancellation.cancel();
        thread.join();
        assertEquals(StopReason.CANCELLED, results.getFirst().stopReason());
        assertTrue(results.getFirst().tokens().size() < 400);
        int[] reached = session.tokens();
        Generation more = session.generate(new int[0], TEN, TokenListener.silent());
        Generation fresh = model.session().generate(reached, TEN, TokenListener.silent());
        assertEquals(fresh.tokens(), more.tokens());
    }

    @Test
    void anInterruptStopsAndIsKept() throws InterruptedException {
        List<StopReason> reasons = new ArrayList<>();
        List<Boolean> kept = new ArrayList<>();
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            reasons.add(model.session()
                    .generate(PROMPT, TEN, TokenListener.silent())
                    .stopReason());
            kept.add(Thread.currentThread().isInterrupted());
        });
        thread.start();
        thread.join();
        assertEquals(List.of(StopReason.CANCELLED), reasons);
        assertEquals(List.of(true), kept);
    }

    @Test
    void aClosedModelSaysSo() {
        Model closed = Model.embedded();
        Session session = closed.session();
        closed.close();
        assertThrows(ModelException.class, () -> session.evaluate(1));
    }
}
