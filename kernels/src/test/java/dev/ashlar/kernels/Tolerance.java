// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandType;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// How far a kernel of an operation without weights may be from float64.
final class Tolerance {
    private static final double BOUND = 1e-6;
    /// A probability that float32 and float64 round to different halves.
    private static final double HALF_STEP = 0x1p-11;
    /// One correctly rounded operation, or none: the same bits as float64 rounded once.
    private static final Set<String> EXACT = Set.of(
            "argmax",
            "narrow",
            "concat",
            "transpose",
            "cast",
            "quantize",
            "max",
            "relu",
            "neg",
            "add",
            "sub",
            "mul",
            "div",
            "sqrt");

    private Tolerance() {}

    static void check(KernelDescriptor kernel, Case test, List<byte[]> expected, List<byte[]> found) {
        int last = expected.size() - 1;
        for (int i = 0; i < last; i++) {
            assertEquals(-1, Arrays.mismatch(expected.get(i), found.get(i)), kernel.name() + " operand " + i);
        }
        Format format = test.signature().result().format();
        if (EXACT.contains(test.signature().op()) && format != Format.F32) {
            assertEquals(-1, Arrays.mismatch(expected.get(last), found.get(last)), kernel.name() + ": " + test);
            return;
        }
        double[] right = Data.decode(format, expected.get(last));
        double[] values = Data.decode(format, found.get(last));
        double[] scale = scale(test, right);
        for (int i = 0; i < right.length; i++) {
            if (Double.compare(right[i], values[i]) == 0) {
                continue;
            }
            int index = i;
            assertEquals(right[i], values[i], BOUND * scale[i], () -> kernel.name() + " at " + index + ": " + test);
        }
    }

    /// What an error is relative to: for sums the sum of magnitudes, elsewhere the result, and for results that cancel
    /// the largest operand value that goes into them.
    private static double[] scale(Case test, double[] right) {
        String op = test.signature().op();
        double[] scale = new double[right.length];
        for (int i = 0; i < scale.length; i++) {
            scale[i] = EXACT.contains(op) ? 0 : Math.abs(right[i]) + 1e-31;
        }
        double largest = switch (op) {
            case "matmul" ->
                largest(test, 0)
                        * largest(test, 1)
                        * test.dims().get(1)[test.dims().get(1).length - 2]
                        / 8;
            case "sum" -> largest(test, 0) * test.elements(0) / right.length;
            case "mean", "rope", "layer_norm", "gelu" -> Math.min(largest(test, 0), 5);
            case "attention" -> (largest(test, 2) + 5) * (hasHalfCache(test) ? HALF_STEP / BOUND : 1);
            case "softmax" -> 1;
            default -> 0;
        };
        for (int i = 0; i < scale.length; i++) {
            scale[i] = Math.max(scale[i], largest);
        }
        return scale;
    }

    private static boolean hasHalfCache(Case test) {
        List<OperandType> operands = test.signature().operands();
        return operands.size() > 3 && operands.get(3).format() == Format.F16;
    }

    private static double largest(Case test, int operand) {
        Format format = test.signature().operand(operand).format();
        return Arrays.stream(Data.decode(format, test.operands().get(operand)))
                .map(Math::abs)
                .max()
                .orElse(0);
    }
}
