// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// The common search of Q3_K and Q6_K: 16 groups of 16 values, each with an integer scale, and one f16 scale for all.
///
/// First every group finds its own best real scale. An f16 scale that puts the extreme one of them at the end of the
/// range of the integer scales, or near it, is tried; every group takes the integer scale near its own that leaves the
/// least error. At last the f16 scale is fitted to all the integers, and kept if the error is less.
final class SymmetricSuperBlock {
    static final int GROUPS = 16;
    static final int GROUP = 16;
    private static final int NEIGHBOURS = 1;
    private static final int ENDS = 4;
    private static final int ROUNDS = 3;

    private final SymmetricFit fit;
    private final int lowQuant;
    private final int highQuant;
    private final int lowScale;
    private final int highScale;
    private final float[] groupScales = new float[GROUPS];
    private int[] scales = new int[GROUPS];
    private int[] trialScales = new int[GROUPS];
    private final ScalePairFit scaleFit = new ScalePairFit();
    private float d;
    private double error;

    SymmetricSuperBlock(SymmetricFit fit, int lowQuant, int lowScale) {
        this.fit = fit;
        this.lowQuant = lowQuant;
        this.highQuant = -lowQuant - 1;
        this.lowScale = lowScale;
        this.highScale = -lowScale - 1;
    }

    float d() {
        return d;
    }

    /// Returns the integer scale of a group, `-n` to `n - 1`.
    int scale(int group) {
        return scales[group];
    }

    /// Returns the integers that belong to the scales found.
    void quants(float[] src, int offset, int[] quants) {
        for (int group = 0; group < GROUPS; group++) {
            float inverse = Encoding.inverse(d * scales[group]);
            for (int i = group * GROUP; i < (group + 1) * GROUP; i++) {
                quants[i] = Encoding.nearest(src[offset + i] * inverse, lowQuant, highQuant);
            }
        }
    }

    void search(float[] src, int offset) {
        for (int group = 0; group < GROUPS; group++) {
            groupScales[group] = fit.scale(src, offset + group * GROUP, GROUP);
        }
        float extreme = Encoding.extreme(groupScales, 0, GROUPS);
        d = 0;
        error = Double.POSITIVE_INFINITY;
        for (int end = lowScale; end < lowScale + ENDS; end++) {
            tryScale(src, offset, Encoding.nonZeroF16(extreme / end));
        }
        for (int round = 0; round < ROUNDS; round++) {
            float fitted = fitted(src, offset);
            if (fitted == d || !tryScale(src, offset, fitted)) {
                return;
            }
        }
    }

    /// Takes another f16 scale if it leaves less error, and tells whether it does.
    private boolean tryScale(float[] src, int offset, float blockScale) {
        double found = chooseScales(src, offset, blockScale, trialScales);
        if (!(found < error)) {
            return false;
        }
        error = found;
        d = blockScale;
        int[] better = trialScales;
        trialScales = scales;
        scales = better;
        return true;
    }

    /// Chooses every group's integer scale and returns the squared error of all.
    private double chooseScales(float[] src, int offset, float blockScale, int[] chosen) {
        double total = 0;
        for (int group = 0; group < GROUPS; group++) {
            int from = offset + group * GROUP;
            int guess = Encoding.nearest(groupScales[group] * Encoding.inverse(blockScale), lowScale, highScale);
            int best = 0;
            float least = error(src, from, 0);
            int last = Math.min(highScale, guess + NEIGHBOURS);
            for (int scale = Math.max(lowScale, guess - NEIGHBOURS); scale <= last; scale++) {
                float error = error(src, from, blockScale * scale);
                if (error < least) {
                    least = error;
                    best = scale;
                }
            }
            chosen[group] = best;
            total += least;
        }
        return total;
    }

    private float error(float[] src, int from, float scale) {
        float inverse = Encoding.inverse(scale);
        float sum = 0;
        for (int i = from; i < from + GROUP; i++) {
            float difference = src[i] - scale * Encoding.nearest(src[i] * inverse, lowQuant, highQuant);
            sum += difference * difference;
        }
        return sum;
    }

    /// Returns the f16 scale that fits the integers of all groups best; it keeps its sign.
    private float fitted(float[] src, int offset) {
        int sign = d < 0 ? -1 : 1;
        scaleFit.clear();
        for (int group = 0; group < GROUPS; group++) {
            float inverse = Encoding.inverse(d * scales[group]);
            for (int i = offset + group * GROUP; i < offset + (group + 1) * GROUP; i++) {
                int q = Encoding.nearest(src[i] * inverse, lowQuant, highQuant);
                scaleFit.add(sign * scales[group] * q, 0, src[i]);
            }
        }
        scaleFit.solve(Math.abs(d), 0);
        return sign * scaleFit.first();
    }
}
