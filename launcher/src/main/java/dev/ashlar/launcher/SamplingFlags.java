// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.inference.sampling.SamplingOptions;
import picocli.CommandLine.Option;

/// How the next token is chosen: greedily, until one of these says otherwise.
final class SamplingFlags {
    @Option(
            names = "--temperature",
            paramLabel = "T",
            description = "0, the default, always takes the likeliest token; 1 draws by the model's probabilities.")
    private double temperature = SamplingOptions.GREEDY.temperature();

    @Option(names = "--top-k", paramLabel = "K", description = "Draw from the K likeliest tokens; 0 is all.")
    private int topK = SamplingOptions.GREEDY.topK();

    @Option(names = "--top-p", paramLabel = "P", description = "Draw from the likeliest that add up to P; 1 is all.")
    private double topP = SamplingOptions.GREEDY.topP();

    @Option(
            names = "--min-p",
            paramLabel = "P",
            description = "Draw from those at least P times as likely as the best.")
    private double minP = SamplingOptions.GREEDY.minP();

    @Option(names = "--seed", paramLabel = "N", description = "Draw the same every time.")
    private Long seed;

    /// @throws IllegalArgumentException that names every value that is out of range
    SamplingOptions options() {
        SamplingOptions options = SamplingOptions.GREEDY
                .withTemperature(temperature)
                .withTopK(topK)
                .withTopP(topP)
                .withMinP(minP);
        return seed == null ? options : options.withSeed(seed);
    }
}
