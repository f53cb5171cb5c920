// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import dev.ashlar.inference.sampling.SamplingOptions;
import java.util.Optional;

/// What to generate.
///
/// @param maxTokens how many tokens at most
/// @param sampling how to choose them
/// @param endOfText what happens when the model ends the text
/// @param cancellation stops it from another thread
public record GenerateOptions(
        int maxTokens, SamplingOptions sampling, EndOfText endOfText, Optional<CancellationToken> cancellation) {
    /// What happens when the model ends the text.
    public enum EndOfText {
        /// Generation stops.
        STOPS,
        /// Generation goes on.
        IGNORED
    }

    /// Up to 256 tokens, greedy, until the model ends the text.
    public static final GenerateOptions DEFAULT =
            new GenerateOptions(256, SamplingOptions.GREEDY, EndOfText.STOPS, Optional.empty());

    /// Checks the values.
    ///
    /// @throws IllegalArgumentException when less than one token is wanted
    public GenerateOptions {
        if (maxTokens < 1) {
            throw new IllegalArgumentException("max-tokens is '%d', expected 1 or more".formatted(maxTokens));
        }
    }

    /// Changes the number of tokens.
    ///
    /// @param value 1 or more
    /// @return changed options
    public GenerateOptions withMaxTokens(int value) {
        return new GenerateOptions(value, sampling, endOfText, cancellation);
    }

    /// Changes the sampling.
    ///
    /// @param value how to choose
    /// @return changed options
    public GenerateOptions withSampling(SamplingOptions value) {
        return new GenerateOptions(maxTokens, value, endOfText, cancellation);
    }

    /// Changes what happens at the end of the text.
    ///
    /// @param value stop or go on
    /// @return changed options
    public GenerateOptions withEndOfText(EndOfText value) {
        return new GenerateOptions(maxTokens, sampling, value, cancellation);
    }

    /// Adds a way to stop.
    ///
    /// @param value stops the generation when cancelled
    /// @return changed options
    public GenerateOptions withCancellation(CancellationToken value) {
        return new GenerateOptions(maxTokens, sampling, endOfText, Optional.of(value));
    }
}
