// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.runtime.memory.Memory;

/// Sums in the order of [dev.ashlar.runtime.kernel.Numerics#EXACT]: eight interleaved partial sums by fused
/// multiply-add, then a fixed tree.
public final class Dot {
    private Dot() {}

    /// Returns `sum a[k] * b[k]`.
    ///
    /// @param a address of `f32[n]`
    /// @param b address of `f32[n]`
    /// @param n any number of elements
    /// @return the sum in the exact order
    public static float f32(long a, long b, int n) {
        float s0 = 0f, s1 = 0f, s2 = 0f, s3 = 0f, s4 = 0f, s5 = 0f, s6 = 0f, s7 = 0f;
        int k = 0;
        for (; k + 8 <= n; k += 8) {
            long p = a + 4L * k;
            long q = b + 4L * k;
            s0 = fma(Memory.f32(p), Memory.f32(q), s0);
            s1 = fma(Memory.f32(p + 4), Memory.f32(q + 4), s1);
            s2 = fma(Memory.f32(p + 8), Memory.f32(q + 8), s2);
            s3 = fma(Memory.f32(p + 12), Memory.f32(q + 12), s3);
            s4 = fma(Memory.f32(p + 16), Memory.f32(q + 16), s4);
            s5 = fma(Memory.f32(p + 20), Memory.f32(q + 20), s5);
            s6 = fma(Memory.f32(p + 24), Memory.f32(q + 24), s6);
            s7 = fma(Memory.f32(p + 28), Memory.f32(q + 28), s7);
        }
        long p = a + 4L * k;
        long q = b + 4L * k;
        int rest = n - k;
        s0 = rest > 0 ? fma(Memory.f32(p), Memory.f32(q), s0) : s0;
        s1 = rest > 1 ? fma(Memory.f32(p + 4), Memory.f32(q + 4), s1) : s1;
        s2 = rest > 2 ? fma(Memory.f32(p + 8), Memory.f32(q + 8), s2) : s2;
        s3 = rest > 3 ? fma(Memory.f32(p + 12), Memory.f32(q + 12), s3) : s3;
        s4 = rest > 4 ? fma(Memory.f32(p + 16), Memory.f32(q + 16), s4) : s4;
        s5 = rest > 5 ? fma(Memory.f32(p + 20), Memory.f32(q + 20), s5) : s5;
        s6 = rest > 6 ? fma(Memory.f32(p + 24), Memory.f32(q + 24), s6) : s6;
        return tree(s0, s1, s2, s3, s4, s5, s6, s7);
    }

    /// Returns `sum a[k] * b[k]` with `b` in half precision.
    ///
    /// @param a address of `f32[n]`
    /// @param b address of `f16[n]`
    /// @param n any number of elements
    /// @return the sum in the exact order
    public static float f16(long a, long b, int n) {
        float s0 = 0f, s1 = 0f, s2 = 0f, s3 = 0f, s4 = 0f, s5 = 0f, s6 = 0f, s7 = 0f;
        int k = 0;
        for (; k + 8 <= n; k += 8) {
            long p = a + 4L * k;
            long q = b + 2L * k;
            s0 = fma(Memory.f32(p), Memory.f16(q), s0);
            s1 = fma(Memory.f32(p + 4), Memory.f16(q + 2), s1);
            s2 = fma(Memory.f32(p + 8), Memory.f16(q + 4), s2);
            s3 = fma(Memory.f32(p + 12), Memory.f16(q + 6), s3);
            s4 = fma(Memory.f32(p + 16), Memory.f16(q + 8), s4);
            s5 = fma(Memory.f32(p + 20), Memory.f16(q + 10), s5);
            s6 = fma(Memory.f32(p + 24), Memory.f16(q + 12), s6);
            s7 = fma(Memory.f32(p + 28), Memory.f16(q + 14), s7);
        }
        long p = a + 4L * k;
        long q = b + 2L * k;
        int rest = n - k;
        s0 = rest > 0 ? fma(Memory.f32(p), Memory.f16(q), s0) : s0;
        s1 = rest > 1 ? fma(Memory.f32(p + 4), Memory.f16(q + 2), s1) : s1;
        s2 = rest > 2 ? fma(Memory.f32(p + 8), Memory.f16(q + 4), s2) : s2;
        s3 = rest > 3 ? fma(Memory.f32(p + 12), Memory.f16(q + 6), s3) : s3;
        s4 = rest > 4 ? fma(Memory.f32(p + 16), Memory.f16(q + 8), s4) : s4;
        s5 = rest > 5 ? fma(Memory.f32(p + 20), Memory.f16(q + 10), s5) : s5;
        s6 = rest > 6 ? fma(Memory.f32(p + 24), Memory.f16(q + 12), s6) : s6;
        return tree(s0, s1, s2, s3, s4, s5, s6, s7);
    }

    /// Returns `sum x[k * stride] * y[k * otherStride]`, for operands that do not lie densely.
    ///
    /// @param x address of the first `f32`
    /// @param stride bytes
    /// @param y address of the first `f32`
    /// @param otherStride bytes
    /// @param n any number of elements
    /// @return the sum in the exact order
    public static float strided(long x, long stride, long y, long otherStride, int n) {
        float s0 = 0f, s1 = 0f, s2 = 0f, s3 = 0f, s4 = 0f, s5 = 0f, s6 = 0f, s7 = 0f;
        for (int k = 0; k < n; k++) {
            float product = Memory.f32(x + k * stride);
            float other = Memory.f32(y + k * otherStride);
            switch (k & 7) {
                case 0 -> s0 = fma(product, other, s0);
                case 1 -> s1 = fma(product, other, s1);
                case 2 -> s2 = fma(product, other, s2);
                case 3 -> s3 = fma(product, other, s3);
                case 4 -> s4 = fma(product, other, s4);
                case 5 -> s5 = fma(product, other, s5);
                case 6 -> s6 = fma(product, other, s6);
                default -> s7 = fma(product, other, s7);
            }
        }
        return tree(s0, s1, s2, s3, s4, s5, s6, s7);
    }

    /// Returns `sum x[k]`: every element enters its partial sum by one addition.
    ///
    /// @param x address of the first `f32`
    /// @param stride bytes from one to the next
    /// @param n any number of elements
    /// @return the sum in the exact order
    public static float sum(long x, long stride, int n) {
        float s0 = 0f, s1 = 0f, s2 = 0f, s3 = 0f, s4 = 0f, s5 = 0f, s6 = 0f, s7 = 0f;
        for (int k = 0; k < n; k++) {
            float value = Memory.f32(x + k * stride);
            switch (k & 7) {
                case 0 -> s0 += value;
                case 1 -> s1 += value;
                case 2 -> s2 += value;
                case 3 -> s3 += value;
                case 4 -> s4 += value;
                case 5 -> s5 += value;
                case 6 -> s6 += value;
                default -> s7 += value;
            }
        }
        return tree(s0, s1, s2, s3, s4, s5, s6, s7);
    }

    static float tree(float s0, float s1, float s2, float s3, float s4, float s5, float s6, float s7) {
        return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
    }
}
