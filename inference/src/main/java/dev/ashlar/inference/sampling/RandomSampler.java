// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.sampling;

import java.util.random.RandomGenerator;

/// Draws from the candidates that the filters leave.
final class RandomSampler implements Sampler {
    private final SamplingOptions options;
    private final SplitMix random;

    RandomSampler(SamplingOptions options) {
        this.options = options;
        this.random = new SplitMix(
                options.seed().orElseGet(() -> RandomGenerator.getDefault().nextLong()));
    }

    @Override
    public int sample(float[] logits) {
        Candidates candidates = Candidates.of(logits, options.topK());
        if (options.topP() < 1) {
            keepTopP(candidates);
        }
        if (options.minP() > 0) {
            keepMinP(candidates);
        }
        return draw(candidates);
    }

    private void keepTopP(Candidates candidates) {
        double[] weights = candidates.weights(1);
        double total = 0;
        for (double weight : weights) {
            total += weight;
        }
        double wanted = options.topP() * total;
        double sum = 0;
        int count = 0;
        while (count < weights.length && sum < wanted) {
            sum += weights[count++];
        }
        candidates.keepFirst(count);
    }

    private void keepMinP(Candidates candidates) {
        double[] weights = candidates.weights(1);
        int count = 0;
        while (count < weights.length && weights[count] >= options.minP()) {
            count++;
        }
        candidates.keepFirst(count);
    }

    private int draw(Candidates candidates) {
        double[] weights = candidates.weights(options.temperature());
        double total = 0;
        for (double weight : weights) {
            total += weight;
        }
        double point = random.nextUnit() * total;
        int index = 0;
        for (double sum = weights[0]; sum <= point && index + 1 < weights.length; sum += weights[index]) {
            index++;
        }
        return candidates.id(index);
    }
}
