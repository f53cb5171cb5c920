// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Fits two f16 scales `d1` and `d2` to `x = d1 a + d2 b` for many integers `a` and `b`.
///
/// The squared error is a quadratic form in both, so that the pairs of f16 numbers around the real optimum can be
/// compared without looking at the values again: rounding each for itself would miss the best one.
final class ScalePairFit {
    private static final int NEIGHBOURS = 3;

    private double sumAa;
    private double sumAb;
    private double sumBb;
    private double sumAx;
    private double sumBx;
    private float first;
    private float second;
    private double least;

    void clear() {
        sumAa = 0;
        sumAb = 0;
        sumBb = 0;
        sumAx = 0;
        sumBx = 0;
    }

    void add(int a, int b, float x) {
        sumAa += (double) a * a;
        sumAb += (double) a * b;
        sumBb += (double) b * b;
        sumAx += (double) a * x;
        sumBx += (double) b * x;
    }

    float first() {
        return first;
    }

    float second() {
        return second;
    }

    /// Finds the best pair, starting from one that is known; both stay 0 or more.
    void solve(float knownFirst, float knownSecond) {
        first = knownFirst;
        second = knownSecond;
        least = error(first, second);
        double determinant = sumAa * sumBb - sumAb * sumAb;
        if (determinant > 0) {
            search((sumAx * sumBb - sumBx * sumAb) / determinant, (sumBx * sumAa - sumAx * sumAb) / determinant);
        } else if (sumAa > 0) {
            search(sumAx / sumAa, knownSecond);
        } else if (sumBb > 0) {
            search(knownFirst, sumBx / sumBb);
        }
    }

    private void search(double realFirst, double realSecond) {
        int firstBits = bits(realFirst);
        int secondBits = bits(realSecond);
        for (int i = Math.max(0, firstBits - NEIGHBOURS); i <= firstBits + NEIGHBOURS; i++) {
            for (int j = Math.max(0, secondBits - NEIGHBOURS); j <= secondBits + NEIGHBOURS; j++) {
                float tryFirst = Float.float16ToFloat((short) i);
                float trySecond = Float.float16ToFloat((short) j);
                double error = error(tryFirst, trySecond);
                if (error < least) {
                    least = error;
                    first = tryFirst;
                    second = trySecond;
                }
            }
        }
    }

    /// The bits of the f16 nearest to a scale, whose order is that of the numbers; well below infinity.
    private static int bits(double scale) {
        return Float.floatToFloat16((float) Math.min(60000, Math.max(0, scale)));
    }

    /// The squared error less the constant `sum(x x)`.
    private double error(double d1, double d2) {
        return d1 * d1 * sumAa + d2 * d2 * sumBb + 2 * (d1 * d2 * sumAb - d1 * sumAx - d2 * sumBx);
    }
}
