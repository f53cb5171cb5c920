// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.time.Duration;

/// How long a generation took.
///
/// @param load time to load the model; the same for every generation
/// @param prompt time to evaluate the prompt
/// @param firstToken time from the call until the first token was chosen; zero when none was
/// @param generation time from the first token until the last
/// @param promptTokens how many tokens of the prompt were evaluated
/// @param generatedTokens how many tokens were chosen
public record Timings(
        Duration load,
        Duration prompt,
        Duration firstToken,
        Duration generation,
        int promptTokens,
        int generatedTokens) {
    /// Returns the rate of prompt evaluation.
    ///
    /// @return tokens a second; 0 when nothing was evaluated
    public double promptTokensPerSecond() {
        return rate(promptTokens, prompt);
    }

    /// Returns the rate of generation, without the first token, which comes from the prompt.
    ///
    /// @return tokens a second; 0 for less than two tokens
    public double generationTokensPerSecond() {
        return rate(generatedTokens - 1, generation);
    }

    private static double rate(int count, Duration time) {
        return count <= 0 || time.isZero() ? 0 : count / (time.toNanos() * 1e-9);
    }
}
