// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Finds the scale with which signed integers of a few bits are nearest to given values.
///
/// For integers `q` the best scale is `sum(x q) / sum(q q)`, and the squared error is then `sum(x x)` less
/// `sum(x q)^2 / sum(q q)`. The integers depend on the scale in turn: so a row of scales is tried, around those that
/// put the extreme value on either end of the range, and the integers that leave the smallest error win.
final class SymmetricFit {
    private final int low;
    private final int high;
    private final int steps;
    private final float stepSize;

    /// Makes a search.
    ///
    /// @param low the least integer, negative
    /// @param high the greatest integer, `-low - 1`
    /// @param steps how many scales to try on either side of a first guess
    /// @param stepSize distance of the tries, in integers at the end of the range
    SymmetricFit(int low, int high, int steps, float stepSize) {
        this.low = low;
        this.high = high;
        this.steps = steps;
        this.stepSize = stepSize;
    }

    /// Returns the best scale found, 0 if all values are.
    float scale(float[] src, int offset, int count) {
        float extreme = Encoding.extreme(src, offset, count);
        if (extreme == 0) {
            return 0;
        }
        float best = extreme / low;
        float gain = -1;
        for (int end = low; end <= high; end += high - low) {
            for (int step = -steps; step <= steps; step++) {
                float inverse = (end + step * stepSize) / extreme;
                float sumXq = 0;
                float sumQq = 0;
                for (int i = offset; i < offset + count; i++) {
                    float q = Encoding.nearest(src[i] * inverse, low, high);
                    sumXq += src[i] * q;
                    sumQq += q * q;
                }
                if (sumQq > 0 && sumXq * sumXq > gain * sumQq) {
                    gain = sumXq * sumXq / sumQq;
                    best = sumXq / sumQq;
                }
            }
        }
        return best;
    }
}
