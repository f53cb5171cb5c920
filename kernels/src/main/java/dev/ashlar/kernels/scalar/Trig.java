// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

/// Sine and cosine in float64 by polynomials, the same bits in every compiler tier (the JDK's differ between them).
///
/// Arguments up to about a million are reduced by a multiple of pi / 2 in two parts; the absolute error is below 1e-14
/// there, far under the f32 to which results are rounded.
public final class Trig {
    private static final double TWO_OVER_PI = 0.6366197723675814;
    private static final double HALF_PI_HIGH = 1.5707963267948966;
    private static final double HALF_PI_LOW = 6.123233995736766e-17;
    /// 1.5 * 2^52: adding it rounds to a whole number.
    private static final double ROUNDER = 6755399441055744.0;

    private Trig() {}

    /// Returns the sine.
    ///
    /// @param x radians, magnitude up to 1e6
    /// @return -1 to 1
    public static double sin(double x) {
        double n = fma(x, TWO_OVER_PI, ROUNDER) - ROUNDER;
        return quadrant((long) n, reduce(x, n));
    }

    /// Returns the cosine.
    ///
    /// @param x radians, magnitude up to 1e6
    /// @return -1 to 1
    public static double cos(double x) {
        double n = fma(x, TWO_OVER_PI, ROUNDER) - ROUNDER;
        return quadrant((long) n + 1, reduce(x, n));
    }

    private static double reduce(double x, double n) {
        return fma(n, -HALF_PI_LOW, fma(n, -HALF_PI_HIGH, x));
    }

    private static double quadrant(long quadrant, double r) {
        double value = (quadrant & 1) == 0 ? sine(r) : cosine(r);
        return (quadrant & 2) == 0 ? value : -value;
    }

    /// Taylor series to r^17: for |r| <= pi / 4 the next term is below 1e-19.
    private static double sine(double r) {
        double z = r * r;
        double p = 1.0 / 355687428096000.0;
        p = fma(p, z, -1.0 / 1307674368000.0);
        p = fma(p, z, 1.0 / 6227020800.0);
        p = fma(p, z, -1.0 / 39916800.0);
        p = fma(p, z, 1.0 / 362880.0);
        p = fma(p, z, -1.0 / 5040.0);
        p = fma(p, z, 1.0 / 120.0);
        p = fma(p, z, -1.0 / 6.0);
        return fma(p * z, r, r);
    }

    /// Taylor series to r^16.
    private static double cosine(double r) {
        double z = r * r;
        double p = 1.0 / 20922789888000.0;
        p = fma(p, z, -1.0 / 87178291200.0);
        p = fma(p, z, 1.0 / 479001600.0);
        p = fma(p, z, -1.0 / 3628800.0);
        p = fma(p, z, 1.0 / 40320.0);
        p = fma(p, z, -1.0 / 720.0);
        p = fma(p, z, 1.0 / 24.0);
        p = fma(p, z, -0.5);
        return fma(p, z, 1.0);
    }
}
