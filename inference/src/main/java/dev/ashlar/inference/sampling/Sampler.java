// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.sampling;

/// Chooses the next token. Used by one thread; a seeded sampler gives the same choices on every machine.
public sealed interface Sampler permits GreedySampler, RandomSampler {
    /// Chooses a token.
    ///
    /// @param logits one for each token; not changed. NaN is never chosen, infinity is a very large number
    /// @return a token id
    /// @throws IllegalArgumentException when no logit is a number above minus infinity
    int sample(float[] logits);

    /// Makes a sampler.
    ///
    /// @param options how to choose
    /// @return a new sampler
    static Sampler of(SamplingOptions options) {
        if (options.temperature() == 0) {
            return new GreedySampler();
        }
        return new RandomSampler(options);
    }
}
