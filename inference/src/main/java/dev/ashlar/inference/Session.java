// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import dev.ashlar.inference.tokenizer.EncodeOption;
import java.util.Arrays;
import java.util.Optional;

/// A text that grows: what was appended, by the caller or by the model, stays until it is rewound.
///
/// Used by one thread at a time.
public final class Session {
    /// How many tokens of a prompt are evaluated at once.
    static final int BATCH = 512;

    private final Model model;
    private final GraphRun run;
    private final int[] history;
    private int length;
    private int evaluated;

    Session(Model model, GraphRun run) {
        this.model = model;
        this.run = run;
        this.history = new int[model.context()];
    }

    /// Returns how many tokens the text has.
    ///
    /// @return at most [Model#context]
    public int length() {
        return length;
    }

    /// Returns the text as tokens.
    ///
    /// @return a copy
    public int[] tokens() {
        return Arrays.copyOf(history, length);
    }

    /// Forgets everything.
    public void reset() {
        rewind(0);
    }

    /// Forgets the tokens from a position on.
    ///
    /// @param newLength 0 to [#length]
    public void rewind(int newLength) {
        if (newLength < 0 || newLength > length) {
            throw new IllegalArgumentException("length is %d, expected 0 to %d".formatted(newLength, length));
        }
        length = newLength;
        evaluated = Math.min(evaluated, newLength);
    }

    /// Keeps what the text has in common with another, and forgets the rest.
    ///
    /// @param other the tokens of another text, such as a whole conversation
    /// @return how many tokens were kept; the caller appends the others, of which there is always one
    public int rewindToCommonPrefix(int[] other) {
        int mismatch = Arrays.mismatch(history, 0, length, other, 0, other.length);
        int common = mismatch < 0 ? length : mismatch;
        rewind(Math.max(0, Math.min(common, other.length - 1)));
        return length;
    }

    /// Appends a text and lets the model go on.
    ///
    /// @param prompt any text; the beginning that the file asks for is added to the first one of a session
    /// @param options what to generate
    /// @param listener is told every token as it is chosen
    /// @return what was generated; it is part of the session's text now
    /// @throws ModelException when the model has no tokenizer, or the prompt does not fit into the context
    public Generation generate(String prompt, GenerateOptions options, TokenListener listener) {
        int[] tokens = length == 0
                ? model.tokenizer().encode(prompt, EncodeOption.ADD_SPECIAL)
                : model.tokenizer().encode(prompt);
        return generate(tokens, options, listener);
    }

    /// Appends tokens and lets the model go on.
    ///
    /// @param prompt token ids; nothing is added
    /// @param options what to generate
    /// @param listener is told every token as it is chosen
    /// @return what was generated; it is part of the session's text now
    /// @throws ModelException when the prompt does not fit into the context, or is empty in an empty session
    public Generation generate(int[] prompt, GenerateOptions options, TokenListener listener) {
        return new Generator(model, this, options, listener).generate(prompt);
    }

    /// Appends tokens and evaluates the text.
    ///
    /// @param tokens token ids; may be empty unless the session is
    /// @return the logits of what follows, one for each token of the vocabulary; a copy
    /// @throws ModelException when the tokens do not fit into the context, or the thread is interrupted
    public float[] evaluate(int... tokens) {
        append(tokens);
        try {
            return evaluate(Optional.empty()).clone();
        } catch (StepCancelledException e) {
            throw new ModelException(
                    "evaluation was interrupted after %d of %d tokens".formatted(evaluated, length), e);
        }
    }

    int room() {
        return history.length - length;
    }

    /// @throws ModelException when the tokens do not fit into the context; nothing is appended then
    void append(int... tokens) {
        if (tokens.length > room()) {
            throw new ModelException(
                    "prompt is %d tokens, expected at most %d (context %d, used %d); shorten it or load with a larger context"
                            .formatted(tokens.length, room(), history.length, length));
        }
        if (length + tokens.length == 0) {
            throw new ModelException("prompt is empty, expected one token or more");
        }
        System.arraycopy(tokens, 0, history, length, tokens.length);
        length += tokens.length;
    }

    /// Evaluates what was not evaluated yet, and at least the last token.
    ///
    /// @return the logits of what follows; overwritten by the next call
    /// @throws StepCancelledException when it was interrupted; a further call goes on
    float[] evaluate(Optional<CancellationToken> cancellation) {
        evaluated = Math.min(evaluated, length - 1);
        float[] logits;
        do {
            int end = Math.min(length, evaluated + BATCH);
            logits = run.step(Arrays.copyOfRange(history, evaluated, end), evaluated, cancellation);
            evaluated = end;
        } while (evaluated < length);
        return logits;
    }

    int pending() {
        return length - Math.min(evaluated, length - 1);
    }
}
