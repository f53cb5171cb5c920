// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.sampling;

/// Chooses the largest logit, the lowest id on a tie.
final class GreedySampler implements Sampler {
    @Override
    public int sample(float[] logits) {
        int best = -1;
        float largest = Float.NEGATIVE_INFINITY;
        for (int id = 0; id < logits.length; id++) {
            if (logits[id] > largest) {
                largest = logits[id];
                best = id;
            }
        }
        if (best < 0) {
            throw Candidates.none(logits.length);
        }
        return best;
    }
}
