// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import dev.ashlar.inference.sampling.Sampler;
import dev.ashlar.inference.tokenizer.Detokenizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// One call of [Session#generate].
final class Generator {
    private final Model model;
    private final Session session;
    private final GenerateOptions options;
    private final TokenListener listener;
    private final Sampler sampler;
    private final Optional<Detokenizer> detokenizer;
    private final List<Integer> tokens = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private long start;
    private long prompted;
    private long first;
    private long last;
    private int promptTokens;

    Generator(Model model, Session session, GenerateOptions options, TokenListener listener) {
        this.model = model;
        this.session = session;
        this.options = options;
        this.listener = listener;
        this.sampler = Sampler.of(options.sampling());
        this.detokenizer = model.hasTokenizer() ? Optional.of(model.tokenizer().detokenizer()) : Optional.empty();
    }

    Generation generate(int[] prompt) {
        start = System.nanoTime();
        prompted = start;
        first = start;
        last = start;
        session.append(prompt);
        promptTokens = session.pending();
        StopReason reason = run();
        Timings timings = new Timings(
                model.loadTime(),
                Duration.ofNanos(prompted - start),
                Duration.ofNanos(first - start),
                Duration.ofNanos(last - first),
                promptTokens,
                tokens.size());
        return new Generation(Arrays.stream(prompt).boxed().toList(), tokens, text.toString(), reason, timings);
    }

    private StopReason run() {
        try {
            Optional<StopReason> reason = Optional.empty();
            while (reason.isEmpty()) {
                if (session.room() == 0) {
                    return StopReason.CONTEXT_FULL;
                }
                reason = next(session.evaluate(options.cancellation()));
            }
            return reason.get();
        } catch (StepCancelledException e) {
            return StopReason.CANCELLED;
        }
    }

    private Optional<StopReason> next(float[] logits) {
        if (tokens.isEmpty()) {
            prompted = System.nanoTime();
        }
        int token = sampler.sample(logits);
        last = System.nanoTime();
        if (tokens.isEmpty()) {
            first = last;
        }
        tokens.add(token);
        session.append(token);
        Optional<StopReason> reason = reasonAfter(token);
        String piece = piece(token, reason);
        text.append(piece);
        if (listener.onToken(token, piece) == TokenListener.Reply.STOP && reason.isEmpty()) {
            return Optional.of(StopReason.LISTENER);
        }
        return reason;
    }

    private Optional<StopReason> reasonAfter(int token) {
        boolean stops = options.endOfText() == GenerateOptions.EndOfText.STOPS;
        if (stops && model.hasTokenizer() && model.tokenizer().isEndOfText(token)) {
            return Optional.of(StopReason.END_OF_TEXT);
        }
        if (tokens.size() == options.maxTokens()) {
            return Optional.of(StopReason.MAX_TOKENS);
        }
        return session.room() == 0 ? Optional.of(StopReason.CONTEXT_FULL) : Optional.empty();
    }

    /// A token outside of the vocabulary has no text: some models have more logits than tokens.
    private String piece(int token, Optional<StopReason> reason) {
        if (detokenizer.isEmpty() || token >= model.tokenizer().vocabulary().size()) {
            return "";
        }
        String piece = detokenizer.get().append(token);
        return reason.isPresent() ? piece + detokenizer.get().finish() : piece;
    }
}
