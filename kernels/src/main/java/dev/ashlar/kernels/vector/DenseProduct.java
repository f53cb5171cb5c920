// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.EightSums.load;
import static dev.ashlar.kernels.vector.EightSums.store;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import jdk.incubator.vector.FloatVector;

/// The inner loops of [LinearDense]: partial sums of rows of weights times tokens, both f32.
final class DenseProduct {
    private DenseProduct() {}

    /// Adds `w[r, k] * x[t, k]` to the partial sums `k mod 8`.
    ///
    /// @param count number of `k`, a multiple of eight
    /// @param w first row of weights
    /// @param rowBytes distance of the next row
    /// @param rows number of rows
    /// @param x first token
    /// @param tokenBytes distance of the next token
    /// @param tokens number of tokens
    /// @param sums `f32[tokens][rows][8]`
    static void add(int count, long w, long rowBytes, int rows, long x, long tokenBytes, int tokens, long sums) {
        long next = (long) rows * EightSums.BYTES;
        int t = 0;
        for (; t + 3 <= tokens; t += 3) {
            long token = x + t * tokenBytes;
            int r = 0;
            for (; r + 3 <= rows; r += 3) {
                nine(count, w + r * rowBytes, rowBytes, token, tokenBytes, sums + t * next + 32L * r, next);
            }
            for (; r < rows; r++) {
                three(count, token, tokenBytes, w + r * rowBytes, sums + t * next + 32L * r, next);
            }
        }
        for (; t < tokens; t++) {
            long token = x + t * tokenBytes;
            int r = 0;
            for (; r + 4 <= rows; r += 4) {
                four(count, w + r * rowBytes, rowBytes, token, sums + t * next + 32L * r);
            }
            for (; r < rows; r++) {
                one(count, w + r * rowBytes, token, sums + t * next + 32L * r);
            }
        }
    }

    private static void nine(int count, long w, long rowBytes, long x, long tokenBytes, long sums, long next) {
        for (int j = 0; j < 8; j += EightSums.LANES) {
            nine(
                    count,
                    w + 4L * j,
                    rowBytes,
                    x + 4L * j,
                    x + 4L * j + tokenBytes,
                    x + 4L * j + 2 * tokenBytes,
                    sums + 4L * j,
                    next);
        }
    }

    /// Three rows times three tokens.
    private static void nine(int count, long w, long rowBytes, long x0, long x1, long x2, long sums, long next) {
        long p0 = bounded(w);
        long p1 = bounded(w + rowBytes);
        long p2 = bounded(w + 2 * rowBytes);
        long q0 = bounded(x0);
        long q1 = bounded(x1);
        long q2 = bounded(x2);
        FloatVector a0 = load(sums);
        FloatVector a1 = load(sums + 32);
        FloatVector a2 = load(sums + 64);
        FloatVector b0 = load(sums + next);
        FloatVector b1 = load(sums + next + 32);
        FloatVector b2 = load(sums + next + 64);
        FloatVector c0 = load(sums + 2 * next);
        FloatVector c1 = load(sums + 2 * next + 32);
        FloatVector c2 = load(sums + 2 * next + 64);
        for (int k = 0; k < count; k += 8) {
            long at = offset(4 * k);
            FloatVector w0 = load(p0 + at);
            FloatVector w1 = load(p1 + at);
            FloatVector w2 = load(p2 + at);
            FloatVector x = load(q0 + at);
            a0 = x.fma(w0, a0);
            a1 = x.fma(w1, a1);
            a2 = x.fma(w2, a2);
            x = load(q1 + at);
            b0 = x.fma(w0, b0);
            b1 = x.fma(w1, b1);
            b2 = x.fma(w2, b2);
            x = load(q2 + at);
            c0 = x.fma(w0, c0);
            c1 = x.fma(w1, c1);
            c2 = x.fma(w2, c2);
        }
        store(a0, sums);
        store(a1, sums + 32);
        store(a2, sums + 64);
        store(b0, sums + next);
        store(b1, sums + next + 32);
        store(b2, sums + next + 64);
        store(c0, sums + 2 * next);
        store(c1, sums + 2 * next + 32);
        store(c2, sums + 2 * next + 64);
    }

    /// Three vectors at a distance times one.
    private static void three(int count, long a, long distance, long b, long sums, long next) {
        for (int j = 0; j < 8; j += EightSums.LANES) {
            long at = sums + 4L * j;
            FloatVector s0 = load(at);
            FloatVector s1 = load(at + next);
            FloatVector s2 = load(at + 2 * next);
            for (int k = j; k < count; k += 8) {
                FloatVector factor = load(b + 4L * k);
                s0 = factor.fma(load(a + 4L * k), s0);
                s1 = factor.fma(load(a + distance + 4L * k), s1);
                s2 = factor.fma(load(a + 2 * distance + 4L * k), s2);
            }
            store(s0, at);
            store(s1, at + next);
            store(s2, at + 2 * next);
        }
    }

    /// Adds four rows times a token to their partial sums, `f32[4][8]`.
    static void four(int count, long w, long rowBytes, long x, long sums) {
        for (int j = 0; j < 8; j += EightSums.LANES) {
            long at = sums + 4L * j;
            long q = bounded(x + 4L * j);
            long p0 = bounded(w + 4L * j);
            long p1 = bounded(w + 4L * j + rowBytes);
            long p2 = bounded(w + 4L * j + 2 * rowBytes);
            long p3 = bounded(w + 4L * j + 3 * rowBytes);
            FloatVector s0 = load(at);
            FloatVector s1 = load(at + 32);
            FloatVector s2 = load(at + 64);
            FloatVector s3 = load(at + 96);
            for (int i = 0; i < count; i += 8) {
                long k = offset(4 * i);
                FloatVector factor = load(q + k);
                s0 = factor.fma(load(p0 + k), s0);
                s1 = factor.fma(load(p1 + k), s1);
                s2 = factor.fma(load(p2 + k), s2);
                s3 = factor.fma(load(p3 + k), s3);
            }
            store(s0, at);
            store(s1, at + 32);
            store(s2, at + 64);
            store(s3, at + 96);
        }
    }

    private static void one(int count, long w, long x, long sums) {
        for (int j = 0; j < 8; j += EightSums.LANES) {
            FloatVector sum = load(sums + 4L * j);
            for (int k = j; k < count; k += 8) {
                sum = load(x + 4L * k).fma(load(w + 4L * k), sum);
            }
            store(sum, sums + 4L * j);
        }
    }
}
