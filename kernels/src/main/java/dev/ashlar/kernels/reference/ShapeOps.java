// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.runtime.kernel.Attributes;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/// Operations that move elements or reduce an axis, by the index of every element.
final class ShapeOps {
    private ShapeOps() {}

    private static int axis(long axis, int rank) {
        return (int) (axis < 0 ? axis + rank : axis);
    }

    private static int[] unravel(int flat, int[] dims) {
        int[] index = new int[dims.length];
        for (int i = dims.length - 1; i >= 0; i--) {
            index[i] = flat % dims[i];
            flat /= dims[i];
        }
        return index;
    }

    private static int ravel(int[] index, int[] dims) {
        int flat = 0;
        for (int i = 0; i < dims.length; i++) {
            flat = flat * dims[i] + index[i];
        }
        return flat;
    }

    private static int size(int[] dims) {
        int size = 1;
        for (int dim : dims) {
            size *= dim;
        }
        return size;
    }

    static double[] narrow(double[][] x, int[][] dims, Attributes attributes) {
        int axis = axis(attributes.integer("axis"), dims[0].length);
        int from = (int) attributes.integer("from");
        int begin = from < 0 ? dims[0][axis] + from : from;
        if (begin < 0 || begin + dims[1][axis] > dims[0][axis]) {
            throw new IllegalArgumentException("narrow: %d elements from %d of axis %d, which has %d"
                    .formatted(dims[1][axis], from, axis, dims[0][axis]));
        }
        double[] y = new double[size(dims[1])];
        for (int i = 0; i < y.length; i++) {
            int[] index = unravel(i, dims[1]);
            index[axis] += begin;
            y[i] = x[0][ravel(index, dims[0])];
        }
        return y;
    }

    static double[] concat(double[][] x, int[][] dims, Attributes attributes) {
        int[] result = dims[x.length];
        int axis = axis(attributes.integer("axis"), result.length);
        double[] y = new double[size(result)];
        for (int i = 0; i < y.length; i++) {
            int[] index = unravel(i, result);
            int operand = 0;
            while (index[axis] >= dims[operand][axis]) {
                index[axis] -= dims[operand][axis];
                operand++;
            }
            y[i] = x[operand][ravel(index, dims[operand])];
        }
        return y;
    }

    static double[] transpose(double[][] x, int[][] dims, Attributes attributes) {
        List<Long> axes = attributes.has("axes") ? attributes.integers("axes") : List.of(-2L, -1L);
        int first = axis(axes.get(0), dims[0].length);
        int second = axis(axes.get(1), dims[0].length);
        double[] y = new double[x[0].length];
        for (int i = 0; i < y.length; i++) {
            int[] index = unravel(i, dims[1]);
            int swapped = index[first];
            index[first] = index[second];
            index[second] = swapped;
            y[i] = x[0][ravel(index, dims[0])];
        }
        return y;
    }

    static double[] sum(double[][] x, int[][] dims, Attributes attributes) {
        return reduce(x[0], dims[0], attributes, 0, Double::sum);
    }

    static double[] mean(double[][] x, int[][] dims, Attributes attributes) {
        double[] y = sum(x, dims, attributes);
        for (int i = 0; i < y.length; i++) {
            y[i] /= (double) x[0].length / y.length;
        }
        return y;
    }

    static double[] max(double[][] x, int[][] dims, Attributes attributes) {
        return reduce(x[0], dims[0], attributes, Double.NEGATIVE_INFINITY, Math::max);
    }

    private static double[] reduce(
            double[] x, int[] dims, Attributes attributes, double start, DoubleBinaryOperator op) {
        int axis = axis(attributes.has("axis") ? attributes.integer("axis") : -1, dims.length);
        int[] reduced = dims.clone();
        reduced[axis] = 1;
        double[] y = new double[size(reduced)];
        Arrays.fill(y, start);
        for (int i = 0; i < x.length; i++) {
            int[] index = unravel(i, dims);
            index[axis] = 0;
            int target = ravel(index, reduced);
            y[target] = op.applyAsDouble(y[target], x[i]);
        }
        return y;
    }
}
