// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// The common search of Q2_K, Q4_K and Q5_K: groups with an integer scale and an integer minimum each, and two f16
/// scales, one for the scales and one for the minima.
///
/// First every group finds its own best real scale and minimum. The f16 scales put the largest of them at the end of
/// the integers' range; then every group takes the pair of integers near its own that leaves the least error. At last
/// both f16 scales are fitted to all the integers, and kept if the error is less.
final class AffineSuperBlock {
    private static final int SIZE = 256;
    private static final int NEIGHBOURS = 1;
    private static final int ROUNDS = 2;

    /// Where integers and f16 scales cost more than the groups' own fit, other ends of the range are tried.
    private static final int COARSE = 2;

    private static final int ENDS = 8;

    private final AffineFit fit;
    private final int group;
    private final int highQuant;
    private final int highScale;
    private final float[] groupScales;
    private final float[] groupMinima;
    private int[] scales;
    private int[] minima;
    private int[] trialScales;
    private int[] trialMinima;
    private float d;
    private float dmin;
    private double error;
    private final ScalePairFit scaleFit = new ScalePairFit();

    AffineSuperBlock(AffineFit fit, int group, int highQuant, int highScale) {
        this.fit = fit;
        this.group = group;
        this.highQuant = highQuant;
        this.highScale = highScale;
        int groups = SIZE / group;
        this.groupScales = new float[groups];
        this.groupMinima = new float[groups];
        this.scales = new int[groups];
        this.minima = new int[groups];
        this.trialScales = new int[groups];
        this.trialMinima = new int[groups];
    }

    float d() {
        return d;
    }

    float dmin() {
        return dmin;
    }

    int scale(int index) {
        return scales[index];
    }

    int minimum(int index) {
        return minima[index];
    }

    /// Returns the integers that belong to the scales and minima found.
    void quants(float[] src, int offset, int[] quants) {
        for (int i = 0; i < SIZE; i++) {
            float inverse = Encoding.inverse(d * scales[i / group]);
            quants[i] = Encoding.nearest((src[offset + i] + dmin * minima[i / group]) * inverse, 0, highQuant);
        }
    }

    void search(float[] src, int offset) {
        double fitError = 0;
        for (int index = 0; index < scales.length; index++) {
            fit.search(src, offset + index * group, group);
            groupScales[index] = fit.scale();
            groupMinima[index] = fit.minimum();
            fitError += fit.error();
        }
        error = Double.POSITIVE_INFINITY;
        tryEnd(src, offset, highScale);
        if (error > COARSE * fitError) {
            for (int end = highScale - 1; end > highScale - ENDS; end--) {
                tryEnd(src, offset, end);
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            refit(src, offset);
            float fittedD = scaleFit.first();
            float fittedDmin = scaleFit.second();
            if (fittedD == d && fittedDmin == dmin || !tryScales(src, offset, fittedD, fittedDmin)) {
                return;
            }
        }
    }

    /// Tries the f16 scales that make the largest scale and the largest minimum of the groups the integer `end`.
    private void tryEnd(float[] src, int offset, int end) {
        float blockD = Encoding.nonZeroF16(Encoding.maximum(groupScales, 0, scales.length) / end);
        float blockDmin = Encoding.nonZeroF16(Encoding.maximum(groupMinima, 0, scales.length) / end);
        tryScales(src, offset, blockD, blockDmin);
    }

    /// Takes other f16 scales if they leave less error, and tells whether they do.
    private boolean tryScales(float[] src, int offset, float blockD, float blockDmin) {
        double found = choose(src, offset, blockD, blockDmin, trialScales, trialMinima);
        if (!(found < error)) {
            return false;
        }
        error = found;
        d = blockD;
        dmin = blockDmin;
        int[] betterScales = trialScales;
        trialScales = scales;
        scales = betterScales;
        int[] betterMinima = trialMinima;
        trialMinima = minima;
        minima = betterMinima;
        return true;
    }

    /// Chooses every group's integers and returns the squared error of all.
    private double choose(float[] src, int offset, float blockD, float blockDmin, int[] intoScales, int[] intoMinima) {
        double total = 0;
        float inverseD = Encoding.inverse(blockD);
        float inverseDmin = Encoding.inverse(blockDmin);
        for (int index = 0; index < scales.length; index++) {
            int from = offset + index * group;
            int scaleGuess = Encoding.nearest(groupScales[index] * inverseD, 0, highScale);
            int minimumGuess = Encoding.nearest(groupMinima[index] * inverseDmin, 0, highScale);
            float least = Float.POSITIVE_INFINITY;
            int lastScale = Math.min(highScale, scaleGuess + NEIGHBOURS);
            int lastMinimum = Math.min(highScale, minimumGuess + NEIGHBOURS);
            for (int scale = Math.max(0, scaleGuess - NEIGHBOURS); scale <= lastScale; scale++) {
                for (int minimum = Math.max(0, minimumGuess - NEIGHBOURS); minimum <= lastMinimum; minimum++) {
                    float error = error(src, from, blockD * scale, blockDmin * minimum);
                    if (error < least) {
                        least = error;
                        intoScales[index] = scale;
                        intoMinima[index] = minimum;
                    }
                }
            }
            total += least;
        }
        return total;
    }

    private float error(float[] src, int from, float scale, float minimum) {
        float inverse = Encoding.inverse(scale);
        float sum = 0;
        for (int i = from; i < from + group; i++) {
            int quant = Encoding.nearest((src[i] + minimum) * inverse, 0, highQuant);
            float difference = src[i] - (scale * quant - minimum);
            sum += difference * difference;
        }
        return sum;
    }

    /// Fits both f16 scales to the integers of all groups: `x = d (scale q) - dmin minimum`.
    private void refit(float[] src, int offset) {
        scaleFit.clear();
        for (int i = 0; i < SIZE; i++) {
            float x = src[offset + i];
            int scale = scales[i / group];
            int minimum = minima[i / group];
            int q = Encoding.nearest((x + dmin * minimum) * Encoding.inverse(d * scale), 0, highQuant);
            scaleFit.add(scale * q, -minimum, x);
        }
        scaleFit.solve(d, dmin);
    }
}
