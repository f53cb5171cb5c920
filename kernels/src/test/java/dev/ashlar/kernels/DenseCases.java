// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.kernels.Case.Tensor;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Inputs of operations without weights, by key; [WeightCases] has the others.
final class DenseCases {
    private static final List<Format> DENSE = List.of(Format.F32, Format.F16, Format.BF16, Format.I32);
    private static final int[][] ROWS = {{1}, {7}, {1, 8}, {5, 37}, {2, 3, 64}, {33}};

    private final KernelKey key;
    private final Format format;
    private final Data data;
    private final List<Case> cases = new ArrayList<>();

    private DenseCases(KernelKey key) {
        this.key = key;
        this.format = key.operands().getFirst().format();
        this.data = new Data(key.toString().hashCode());
    }

    /// Returns the cases of a key; fails for an operation that it does not know.
    static List<Case> of(KernelKey key) {
        DenseCases of = new DenseCases(key);
        switch (key.op()) {
            case "silu", "gelu", "relu", "sigmoid", "tanh", "exp", "sqrt", "neg", "softmax" ->
                of.unary(Attributes.NONE);
            case "scale" -> of.unary(Attributes.of(Map.of("factor", 0.1)));
            case "argmax" -> of.reduceLast();
            case "sum", "mean", "max" -> of.reduce();
            case "add", "sub", "mul", "div" -> of.binary();
            case "rms_norm", "layer_norm" -> of.norm();
            case "rope" -> of.rope();
            case "matmul" -> of.matmul();
            case "attention" -> of.attention();
            case "narrow" -> of.narrow();
            case "concat" -> of.concat();
            case "transpose" -> of.transpose();
            case "cast" -> of.cast();
            case "quantize" -> of.quantize();
            default -> throw new AssertionError("no cases for " + key);
        }
        return of.cases;
    }

    private static int size(int... dims) {
        return Arrays.stream(dims).reduce(1, (a, b) -> a * b);
    }

    private Tensor tensor(Format of, int... dims) {
        return new Tensor(of, dims, data.dense(of, size(dims)));
    }

    private void add(Attributes attributes, Tensor result, Tensor... operands) {
        cases.add(Case.of("random", key.op(), attributes, result, operands));
    }

    private void unary(Attributes attributes) {
        for (int[] dims : ROWS) {
            add(attributes, Tensor.result(Format.F32, dims), tensor(Format.F32, dims));
        }
        float[] extremes = {0f, -0f, 88f, -88f, 100f, -100f, 1e-30f, -1e-30f, 3e38f, 20f, -20f, 0.6f, -0.62f, 0.63f};
        int[] at = {0};
        byte[] bytes = Data.dense(Format.F32, 28, () -> extremes[at[0]++ % extremes.length]);
        add(attributes, Tensor.result(Format.F32, 2, 14), new Tensor(Format.F32, new int[] {2, 14}, bytes));
    }

    private void reduceLast() {
        for (int[] dims : ROWS) {
            int[] reduced = Arrays.copyOf(dims, dims.length - 1);
            add(Attributes.NONE, Tensor.result(Format.I32, reduced), tensor(Format.F32, dims));
        }
        float[] ties = {Float.NaN, -3f, 5f, 5f, Float.NaN, Float.NaN, Float.NaN, Float.NaN};
        int[] at = {0};
        byte[] bytes = Data.dense(Format.F32, 8, () -> ties[at[0]++]);
        add(Attributes.NONE, Tensor.result(Format.I32, 2), new Tensor(Format.F32, new int[] {2, 4}, bytes));
    }

    private void reduce() {
        for (int[] dims : ROWS) {
            int[] reduced = Arrays.copyOf(dims, dims.length - 1);
            add(Attributes.NONE, Tensor.result(Format.F32, reduced), tensor(Format.F32, dims));
        }
        add(Attributes.of(Map.of("axis", 0L)), Tensor.result(Format.F32, 3, 5), tensor(Format.F32, 19, 3, 5));
        add(Attributes.of(Map.of("axis", -2L)), Tensor.result(Format.F32, 3, 5), tensor(Format.F32, 3, 11, 5));
    }

    private void binary() {
        for (int[] dims : ROWS) {
            add(Attributes.NONE, Tensor.result(Format.F32, dims), tensor(Format.F32, dims), tensor(Format.F32, dims));
        }
        int[] large = {3, 5, 7};
        add(Attributes.NONE, Tensor.result(Format.F32, large), tensor(Format.F32, large), tensor(Format.F32, 5, 7));
        add(Attributes.NONE, Tensor.result(Format.F32, large), tensor(Format.F32, 7), tensor(Format.F32, large));
        add(Attributes.NONE, Tensor.result(Format.F32, large), tensor(Format.F32, large), tensor(Format.F32));
    }

    private void norm() {
        Attributes eps = Attributes.of(Map.of("eps", 1e-5));
        for (int[] dims : ROWS) {
            List<Tensor> operands = new ArrayList<>(List.of(tensor(Format.F32, dims)));
            for (int i = 1; i < key.operands().size(); i++) {
                operands.add(tensor(Format.F32, dims[dims.length - 1]));
            }
            add(eps, Tensor.result(Format.F32, dims), operands.toArray(Tensor[]::new));
        }
    }

    /// Heads of one vector or less, and of three and some more of the widest.
    private void rope() {
        for (String mode : List.of("norm", "neox")) {
            for (int[] sizes : new int[][] {{8, 8}, {8, 6}, {104, 104}, {104, 98}, {64, 32}}) {
                int dims = sizes[1];
                Attributes attributes = Attributes.of(
                        Map.of("head_dim", (long) sizes[0], "dims", (long) dims, "base", 5000.0, "mode", mode));
                for (int position : new int[] {0, 3, 100_000}) {
                    List<Tensor> operands = new ArrayList<>();
                    operands.add(tensor(Format.F32, 5, 3 * sizes[0]));
                    operands.add(new Tensor(Format.I32, new int[0], Data.ints(position)));
                    if (key.operands().size() == 3) {
                        Random random = new Random(1);
                        byte[] factors = Data.dense(Format.F32, dims / 2, () -> 1 + 7 * random.nextDouble());
                        operands.add(new Tensor(Format.F32, new int[] {dims / 2}, factors));
                    }
                    add(attributes, Tensor.result(Format.F32, 5, 3 * sizes[0]), operands.toArray(Tensor[]::new));
                }
            }
        }
    }

    private void matmul() {
        add(Attributes.NONE, Tensor.result(Format.F32, 5, 7), tensor(Format.F32, 5, 37), tensor(Format.F32, 37, 7));
        add(Attributes.NONE, Tensor.result(Format.F32, 1, 1), tensor(Format.F32, 1, 1), tensor(Format.F32, 1, 1));
        add(
                Attributes.NONE,
                Tensor.result(Format.F32, 2, 3, 4, 9),
                tensor(Format.F32, 2, 3, 4, 8),
                tensor(Format.F32, 2, 3, 8, 9));
    }

    private void attention() {
        for (int[] shape : new int[][] {
            {1, 4, 2, 8}, {5, 4, 4, 6}, {2, 3, 1, 12}, {3, 4, 2, 40}, {1, 6, 2, 16}, {5, 3, 1, 64}, {3, 2, 2, 80}
        }) {
            int tokens = shape[0];
            int width = shape[1] * shape[3];
            int keyWidth = shape[2] * shape[3];
            Attributes heads = Attributes.of(Map.of("heads", (long) shape[1], "kv_heads", (long) shape[2]));
            Tensor q = tensor(Format.F32, tokens, width);
            Tensor result = Tensor.result(Format.F32, tokens, width);
            if (key.operands().size() == 3) {
                add(heads, result, q, tensor(Format.F32, tokens, keyWidth), tensor(Format.F32, tokens, keyWidth));
                Attributes all = heads.with("causal", false).with("scale", 0.5);
                add(all, result, q, tensor(Format.F32, 19, keyWidth), tensor(Format.F32, 19, keyWidth));
                continue;
            }
            Format cache = key.operands().get(3).format();
            for (int position : new int[] {0, 9, 83}) {
                add(
                        heads,
                        result,
                        q,
                        tensor(Format.F32, tokens, keyWidth),
                        tensor(Format.F32, tokens, keyWidth),
                        tensor(cache, 90, keyWidth),
                        tensor(cache, 90, keyWidth),
                        new Tensor(Format.I32, new int[0], Data.ints(position)));
            }
        }
    }

    private void narrow() {
        for (long[] range : new long[][] {{0, 1, 2}, {1, 0, 3}, {2, 4, 1}, {-1, 2, 3}, {1, -1, 1}, {0, -3, 3}}) {
            int axis = (int) (range[0] < 0 ? range[0] + 3 : range[0]);
            int[] dims = {4, 3, 5};
            dims[axis] = (int) range[2];
            Attributes attributes = Attributes.of(Map.of("axis", range[0], "from", range[1], "size", range[2]));
            add(attributes, Tensor.result(format, dims), tensor(format, 4, 3, 5));
        }
    }

    private void concat() {
        for (long axis : new long[] {0, 1, -1}) {
            int at = (int) (axis < 0 ? axis + 3 : axis);
            int[] result = {2, 3, 4};
            result[at] = 0;
            List<Tensor> operands = new ArrayList<>();
            for (int i = 0; i < key.operands().size(); i++) {
                int[] dims = {2, 3, 4};
                dims[at] = 1 + i % 3;
                result[at] += dims[at];
                operands.add(tensor(format, dims));
            }
            Attributes attributes = Attributes.of(Map.of("axis", axis));
            add(attributes, Tensor.result(format, result), operands.toArray(Tensor[]::new));
        }
    }

    private void transpose() {
        add(Attributes.NONE, Tensor.result(format, 5, 3), tensor(format, 3, 5));
        for (long[] axes : new long[][] {{0, 1}, {1, 3}, {-1, 0}, {2, 1}, {1, 1}}) {
            int[] dims = {3, 4, 5, 2};
            int[] result = dims.clone();
            int first = (int) (axes[0] < 0 ? axes[0] + 4 : axes[0]);
            int second = (int) (axes[1] < 0 ? axes[1] + 4 : axes[1]);
            result[first] = dims[second];
            result[second] = dims[first];
            add(
                    Attributes.of(Map.of("axes", List.of(axes[0], axes[1]))),
                    Tensor.result(format, result),
                    tensor(format, dims));
        }
    }

    private void cast() {
        for (Format to : DENSE) {
            Attributes attributes = Attributes.of(Map.of("to", to.spelling()));
            for (int[] dims : ROWS) {
                add(attributes, Tensor.result(to, dims), tensor(format, dims));
            }
        }
    }

    private void quantize() {
        for (Format to : List.of(Format.Q8_0, Format.Q8_1, Format.Q8_K)) {
            Attributes attributes = Attributes.of(Map.of("to", to.spelling()));
            for (int rows : new int[] {1, 5}) {
                int[] dims = {rows, 3 * to.blockElements()};
                add(attributes, Tensor.result(to, dims), tensor(Format.F32, dims));
            }
        }
    }
}
