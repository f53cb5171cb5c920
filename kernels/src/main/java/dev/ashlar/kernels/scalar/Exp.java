// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

/// The exponential function and what is built upon it, in f32: the one definition of their bits.
///
/// Every step is an f32 operation with one rounding that vector units have too, so that a vector form of the same steps
/// gives the same bits. Errors against the real function, in units in the last place of the f32 result: [#exp] at most
/// 1.1 where the result is normal; [#sigmoid], [#silu] and [#tanh] at most 3.
public final class Exp {
    private static final float LOG2_E = 1.44269504f;
    /// The natural logarithm of 2 in two parts; the first has trailing zeros, so that a multiple of it is exact.
    private static final float LN2_HIGH = 0.693145752f;
    private static final float LN2_LOW = 1.42860677e-6f;
    /// 1.5 * 2^23: adding it rounds to a whole number, ties to even.
    private static final float ROUNDER = 12582912f;
    private static final float LARGEST = 89f;
    private static final float SMALLEST = -104f;

    private Exp() {}

    /// Returns `e^x`.
    ///
    /// @param x any; from 88.73 the result is infinite, below -103.98 it is 0, NaN stays
    /// @return the power
    public static float exp(float x) {
        float bounded = Math.min(Math.max(x, SMALLEST), LARGEST);
        float n = fma(bounded, LOG2_E, ROUNDER) - ROUNDER;
        float r = fma(n, -LN2_HIGH, bounded);
        r = fma(n, -LN2_LOW, r);
        float p = 1.9875691500E-4f;
        p = fma(p, r, 1.3981999507E-3f);
        p = fma(p, r, 8.3334519073E-3f);
        p = fma(p, r, 4.1665795894E-2f);
        p = fma(p, r, 1.6666665459E-1f);
        p = fma(p, r, 5.0000001201E-1f);
        p = fma(p, r * r, r) + 1f;
        int exponent = (int) n;
        int half = exponent >> 1;
        return p * power(half) * power(exponent - half);
    }

    /// Returns `1 / (1 + e^-x)`.
    ///
    /// @param x any
    /// @return 0 to 1
    public static float sigmoid(float x) {
        return 1f / (1f + exp(-x));
    }

    /// Returns `x / (1 + e^-x)`.
    ///
    /// @param x any
    /// @return `x * sigmoid(x)`
    public static float silu(float x) {
        return x / (1f + exp(-x));
    }

    /// Returns `x / (1 + e^-2u)` with `u = sqrt(2 / pi) * (x + 0.044715 x^3)`, which is
    /// `0.5 x (1 + tanh u)` without its cancellation.
    ///
    /// @param x any
    /// @return the tanh form of GELU
    public static float gelu(float x) {
        float inner = fma(x * x, 0.044715f, 1f);
        return x / (1f + exp(-1.5957691216f * (x * inner)));
    }

    /// Returns the hyperbolic tangent: an odd polynomial below 0.625, `1 - 2 / (e^2x + 1)` above.
    ///
    /// @param x any
    /// @return -1 to 1
    public static float tanh(float x) {
        float magnitude = Math.abs(x);
        if (magnitude < 0.625f) {
            float square = x * x;
            float p = -5.70498872745E-3f;
            p = fma(p, square, 2.06390887954E-2f);
            p = fma(p, square, -5.37397155531E-2f);
            p = fma(p, square, 1.33314422036E-1f);
            p = fma(p, square, -3.33332819422E-1f);
            return fma(p * square, x, x);
        }
        float t = 1f - 2f / (exp(magnitude + magnitude) + 1f);
        return x < 0f ? -t : t;
    }

    private static float power(int exponent) {
        return Float.intBitsToFloat(exponent + 127 << 23);
    }
}
