// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.runtime.kernel.Attributes;

/// Operations along the last axis.
final class RowOps {
    private RowOps() {}

    private static int last(int[] dims) {
        return dims.length == 0 ? 1 : dims[dims.length - 1];
    }

    static double[] rmsNorm(double[][] x, int[][] dims, Attributes attributes) {
        int n = last(dims[0]);
        double[] y = new double[x[0].length];
        for (int row = 0; row < y.length; row += n) {
            double squares = 0;
            for (int i = 0; i < n; i++) {
                squares += x[0][row + i] * x[0][row + i];
            }
            double r = 1 / Math.sqrt(squares / n + attributes.number("eps"));
            for (int i = 0; i < n; i++) {
                y[row + i] = x[0][row + i] * r * x[1][i];
            }
        }
        return y;
    }

    static double[] layerNorm(double[][] x, int[][] dims, Attributes attributes) {
        int n = last(dims[0]);
        double[] y = new double[x[0].length];
        for (int row = 0; row < y.length; row += n) {
            double mean = 0;
            for (int i = 0; i < n; i++) {
                mean += x[0][row + i] / n;
            }
            double variance = 0;
            for (int i = 0; i < n; i++) {
                variance += (x[0][row + i] - mean) * (x[0][row + i] - mean) / n;
            }
            double r = 1 / Math.sqrt(variance + attributes.number("eps"));
            for (int i = 0; i < n; i++) {
                y[row + i] = (x[0][row + i] - mean) * r * x[1][i] + x[2][i];
            }
        }
        return y;
    }

    static double[] softmax(double[][] x, int[][] dims) {
        int n = last(dims[0]);
        double[] y = x[0].clone();
        for (int row = 0; row < y.length; row += n) {
            softmax(y, row, n);
        }
        return y;
    }

    /// Replaces `n` values from `from` by their softmax.
    static void softmax(double[] values, int from, int n) {
        double max = Double.NEGATIVE_INFINITY;
        for (int i = from; i < from + n; i++) {
            max = Math.max(max, values[i]);
        }
        double sum = 0;
        for (int i = from; i < from + n; i++) {
            values[i] = Math.exp(values[i] - max);
            sum += values[i];
        }
        for (int i = from; i < from + n; i++) {
            values[i] /= sum;
        }
    }

    static double[] argmax(double[][] x, int[][] dims) {
        int n = last(dims[0]);
        double[] y = new double[x[0].length / n];
        for (int row = 0; row < y.length; row++) {
            int best = -1;
            for (int i = 0; i < n; i++) {
                double value = x[0][row * n + i];
                if (!Double.isNaN(value) && (best < 0 || value > x[0][row * n + best])) {
                    best = i;
                }
            }
            y[row] = Math.max(0, best);
        }
        return y;
    }

    static double[] rope(double[][] x, int[][] dims, Attributes attributes) {
        int headSize = (int) attributes.integer("head_dim");
        int rotated = attributes.has("dims") ? (int) attributes.integer("dims") : headSize;
        boolean neox = attributes.has("mode") && attributes.text("mode").equals("neox");
        double base = attributes.has("base") ? attributes.number("base") : 10000;
        int n = last(dims[0]);
        double[] y = x[0].clone();
        for (int start = 0; start < y.length; start += headSize) {
            double position = x[1][0] + start / n;
            for (int i = 0; i < rotated / 2; i++) {
                double factor = x.length == 3 ? x[2][i] : 1;
                double angle = position * Math.pow(base, -2.0 * i / rotated) / factor;
                int first = start + (neox ? i : 2 * i);
                int second = start + (neox ? i + rotated / 2 : 2 * i + 1);
                y[first] = x[0][first] * Math.cos(angle) - x[0][second] * Math.sin(angle);
                y[second] = x[0][first] * Math.sin(angle) + x[0][second] * Math.cos(angle);
            }
        }
        return y;
    }

    static double[] matmul(double[][] x, int[][] dims) {
        int rank = dims[0].length;
        int m = dims[0][rank - 2];
        int depth = dims[0][rank - 1];
        int n = dims[1][rank - 1];
        double[] y = new double[x[0].length / depth * n];
        for (int i = 0; i < y.length; i++) {
            int row = i / n;
            int batch = row / m;
            for (int k = 0; k < depth; k++) {
                y[i] += x[0][row * depth + k] * x[1][(batch * depth + k) * n + i % n];
            }
        }
        return y;
    }
}
