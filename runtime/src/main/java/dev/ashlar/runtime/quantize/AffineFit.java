// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Finds scale `s` and minimum `m >= 0` with which `s q - m` is nearest to given values, `q` from 0 to a few bits.
///
/// For given integers scale and minimum follow from a linear fit. The integers depend on them in turn: so a row of
/// ranges is tried, some wider than the values and some narrower, and the winner is fitted again a few times.
final class AffineFit {
    private static final int REFINEMENTS = 2;

    private final int high;
    private final int steps;
    private final float stepSize;
    private float scale;
    private float minimum;
    private double error;

    /// Makes a search.
    ///
    /// @param high the greatest integer
    /// @param steps how many ranges to try on either side of the exact one
    /// @param stepSize distance of the tries, in integers at the end of the range
    AffineFit(int high, int steps, float stepSize) {
        this.high = high;
        this.steps = steps;
        this.stepSize = stepSize;
    }

    float scale() {
        return scale;
    }

    /// Returns what is subtracted, 0 or more.
    float minimum() {
        return minimum;
    }

    /// Returns the squared error that scale and minimum leave.
    double error() {
        return error;
    }

    void search(float[] src, int offset, int count) {
        float low = Math.min(0, Encoding.minimum(src, offset, count));
        float range = Encoding.maximum(src, offset, count) - low;
        scale = 0;
        minimum = -low;
        error = 0;
        if (!(range > 0)) {
            return;
        }
        error = Double.POSITIVE_INFINITY;
        for (int step = -steps; step <= steps; step++) {
            fit(src, offset, count, (high + step * stepSize) / range, -low);
        }
        for (int round = 0; round < REFINEMENTS; round++) {
            double before = error;
            fit(src, offset, count, Encoding.inverse(scale), minimum);
            if (!(error < before)) {
                return;
            }
        }
    }

    /// Fits scale and minimum to the integers that others give, and keeps them if the error is the least so far.
    private void fit(float[] src, int offset, int count, float inverse, float subtracted) {
        double sumX = 0;
        double sumXx = 0;
        double sumXq = 0;
        double sumQ = 0;
        double sumQq = 0;
        for (int i = offset; i < offset + count; i++) {
            double x = src[i];
            double q = Encoding.nearest((src[i] + subtracted) * inverse, 0, high);
            sumX += x;
            sumXx += x * x;
            sumXq += x * q;
            sumQ += q;
            sumQq += q * q;
        }
        double determinant = count * sumQq - sumQ * sumQ;
        if (sumQq == 0) {
            return;
        }
        double s = determinant > 0 ? (count * sumXq - sumX * sumQ) / determinant : 0;
        double m = determinant > 0 ? (sumQ * sumXq - sumQq * sumX) / determinant : -1;
        if (m < 0) {
            m = 0;
            s = sumXq / sumQq;
        }
        double fitted = sumXx + s * s * sumQq + count * m * m + 2 * (m * sumX - s * sumXq - s * m * sumQ);
        if (s > 0 && fitted < error) {
            error = fitted;
            scale = (float) s;
            minimum = (float) m;
        }
    }
}
