// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.kernels.Case.Tensor;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelKey;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Inputs of `linear`, `bitnet_gemv` and `embed`, with their float64 results from row-major bytes.
final class WeightCases {
    /// A case, what it must give, and what errors are relative to; `swapped` has the weight's bytes in
    /// another order.
    record Expected(Case test, Case swapped, double[] result, double[] scale) {}

    /// Output rows and tokens: none a multiple of a tile, then one that is.
    private static final int[][] SHAPES = {
        {1, 1}, {5, 2}, {7, 1}, {9, 5}, {37, 2}, {37, 1}, {1, 5}, {32, 3}, {165, 3}, {50, 13}
    };

    private WeightCases() {}

    static List<Expected> linear(KernelKey key) {
        List<Expected> cases = new ArrayList<>();
        Format format = key.operands().get(1).format();
        for (int[] shape : SHAPES) {
            for (int in : widths(format)) {
                Data data = new Data(31L * shape[0] + 7L * shape[1] + in);
                cases.add(linear(key, shape, in, data.weight(format, shape[0] * in), data));
            }
        }
        Data data = new Data(99);
        int in = widths(format)[0];
        cases.add(linear(key, new int[] {7, 2}, in, data.extremeWeight(format, 7 * in), data));
        cases.add(linear(key, new int[] {5, 131}, in, data.weight(format, 5 * in), data));
        for (int tokens = 1; tokens < 3; tokens++) {
            cases.add(linear(key, new int[] {37, tokens}, 3 * in, data.weight(format, 37 * 3 * in), data));
        }
        for (int tokens : key.operands().getFirst().format() == Format.F32 ? new int[0] : new int[] {5, 1}) {
            byte[] weight = data.fullWeight(format, 37 * in);
            cases.add(linear(key, new int[] {37, tokens}, in, weight, data.signs(tokens, in)));
            cases.add(linear(key, new int[] {37, tokens}, in, weight, data.edges(tokens, in)));
        }
        return cases;
    }

    /// Returns one case with many rows and three blocks, in which orders differ.
    static Expected wide(KernelKey key) {
        if (key.op().equals("embed")) {
            return embed(key).getLast();
        }
        Format format = key.operands().get(1).format();
        Data data = new Data(5);
        int in = widths(format)[0];
        return linear(key, new int[] {37, 2}, in, data.weight(format, 37 * in), data);
    }

    private static int[] widths(Format format) {
        return format.isDense() ? new int[] {96, 100, 3, 555} : new int[] {3 * format.blockElements()};
    }

    /// Returns the case of one weight and random activations.
    static Expected linear(KernelKey key, int[] shape, int in, byte[] weight, Data data) {
        return linear(key, shape, in, weight, data.dense(Format.F32, shape[1] * in));
    }

    private static Expected linear(KernelKey key, int[] shape, int in, byte[] weight, byte[] x) {
        Format activations = key.operands().getFirst().format();
        Format format = key.operands().get(1).format();
        LayoutClass layout = key.operands().get(1).layout();
        int out = shape[0];
        int tokens = shape[1];
        byte[] quantized = activations == Format.F32 ? x : Quantized.of(activations, tokens, in, x);
        double[] w = Data.decode(format, weight);
        double[] values = Data.decode(activations, quantized);
        if (key.op().equals("bitnet_gemv")) {
            Quantized.byLargestOfRow(values, in);
        }
        double[] result = new double[tokens * out];
        double[] scale = new double[tokens * out];
        for (int i = 0; i < result.length; i++) {
            for (int k = 0; k < in; k++) {
                double product = w[i % out * in + k] * values[i / out * in + k];
                result[i] += product;
                scale[i] += Math.abs(product);
            }
            if (activations == Format.Q8_1) {
                result[i] += Quantized.storedSums(format, weight, i % out, quantized, i / out, in);
            }
        }
        Tensor activation = new Tensor(activations, new int[] {tokens, in}, quantized);
        Tensor y = Tensor.result(Format.F32, tokens, out);
        int[] dims = {out, in};
        byte[] laid = Relayout.of(format, layout, out, in, weight);
        byte[] other = Relayout.of(format, other(format, layout), out, in, weight);
        return new Expected(
                Case.of("product", key.op(), Attributes.NONE, y, activation, new Tensor(format, layout, dims, laid)),
                Case.of(
                        "swapped",
                        key.op(),
                        Attributes.NONE,
                        y,
                        activation,
                        new Tensor(format, layout, dims, Arrays.copyOf(other, laid.length))),
                result,
                scale);
    }

    static List<Expected> embed(KernelKey key) {
        Format format = key.operands().getFirst().format();
        LayoutClass layout = key.operands().getFirst().layout();
        List<Expected> cases = new ArrayList<>();
        for (int[] ids : new int[][] {{0}, {4, 4, 0, 6, 3}, {36, 1}}) {
            int rows = ids[0] == 36 ? 37 : 7;
            int in = widths(format)[0];
            Data data = new Data(rows + ids.length);
            byte[] weight = ids.length == 5 ? data.extremeWeight(format, rows * in) : data.weight(format, rows * in);
            double[] values = Data.decode(format, weight);
            double[] result = new double[ids.length * in];
            for (int i = 0; i < result.length; i++) {
                result[i] = values[ids[i / in] * in + i % in];
            }
            byte[] laid = Relayout.of(format, layout, rows, in, weight);
            byte[] other = Arrays.copyOf(Relayout.of(format, other(format, layout), rows, in, weight), laid.length);
            int[] dims = {rows, in};
            Tensor y = Tensor.result(Format.F32, ids.length, in);
            Tensor tokens = new Tensor(Format.I32, new int[] {ids.length}, Data.ints(ids));
            Tensor right = new Tensor(format, layout, dims, laid);
            Tensor wrong = new Tensor(format, layout, dims, other);
            cases.add(new Expected(
                    Case.of("embed", "embed", Attributes.NONE, y, right, tokens),
                    Case.of("swapped", "embed", Attributes.NONE, y, wrong, tokens),
                    result,
                    new double[result.length]));
        }
        return cases;
    }

    private static LayoutClass other(Format format, LayoutClass layout) {
        LayoutClass rowMajor = format.isDense() ? LayoutClass.CONTIGUOUS : LayoutClass.BLOCKED_ROW_MAJOR;
        return layout == rowMajor ? LayoutClass.BLOCKED_INPUT_MAJOR : rowMajor;
    }
}
