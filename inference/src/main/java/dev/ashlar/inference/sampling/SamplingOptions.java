// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// How the next token is chosen.
///
/// With temperature 0 it is the one with the largest logit (greedy). Otherwise the candidates are filtered in the order
/// top-k, top-p, min-p, by their probabilities at temperature 1; then the temperature is applied to those left and one
/// is drawn.
///
/// @param temperature 0 is greedy, 1 draws by the model's own probabilities, more is wilder
/// @param topK keeps this many of the likeliest tokens; 0 keeps all
/// @param topP keeps the likeliest tokens whose probabilities add up to this; 1 keeps all
/// @param minP keeps tokens at least this likely, relative to the likeliest; 0 keeps all
/// @param seed makes the choice repeatable; a random one is taken when empty
public record SamplingOptions(double temperature, int topK, double topP, double minP, OptionalLong seed) {
    private static final double HOTTEST = 100;

    /// Always the token with the largest logit, the lowest id on a tie.
    public static final SamplingOptions GREEDY = new SamplingOptions(0, 0, 1, 0, OptionalLong.empty());

    /// Temperature 0.8, top-k 40, top-p 0.95, min-p 0.05, a random seed.
    public static final SamplingOptions BALANCED = new SamplingOptions(0.8, 40, 0.95, 0.05, OptionalLong.empty());

    /// Checks the values.
    ///
    /// @throws IllegalArgumentException that names every value that is out of range
    public SamplingOptions {
        List<String> faults = new ArrayList<>();
        if (!(temperature >= 0 && temperature <= HOTTEST)) {
            faults.add("temperature is '%s', expected 0 (greedy) to %s".formatted(temperature, HOTTEST));
        }
        if (topK < 0) {
            faults.add("top-k is '%d', expected 1 or more, or 0 to keep all".formatted(topK));
        }
        if (!(topP > 0 && topP <= 1)) {
            faults.add("top-p is '%s', expected more than 0, or 1 to keep all".formatted(topP));
        }
        if (!(minP >= 0 && minP <= 1)) {
            faults.add("min-p is '%s', expected 0 (keep all) to 1".formatted(minP));
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    /// Changes the temperature.
    ///
    /// @param value 0 to 100
    /// @return changed options
    public SamplingOptions withTemperature(double value) {
        return new SamplingOptions(value, topK, topP, minP, seed);
    }

    /// Changes top-k.
    ///
    /// @param value 0 or more
    /// @return changed options
    public SamplingOptions withTopK(int value) {
        return new SamplingOptions(temperature, value, topP, minP, seed);
    }

    /// Changes top-p.
    ///
    /// @param value more than 0, at most 1
    /// @return changed options
    public SamplingOptions withTopP(double value) {
        return new SamplingOptions(temperature, topK, value, minP, seed);
    }

    /// Changes min-p.
    ///
    /// @param value 0 to 1
    /// @return changed options
    public SamplingOptions withMinP(double value) {
        return new SamplingOptions(temperature, topK, topP, value, seed);
    }

    /// Changes the seed.
    ///
    /// @param value any number
    /// @return changed options
    public SamplingOptions withSeed(long value) {
        return new SamplingOptions(temperature, topK, topP, minP, OptionalLong.of(value));
    }
}
