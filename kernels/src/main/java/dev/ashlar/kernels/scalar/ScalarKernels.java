// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static dev.ashlar.runtime.format.Format.BF16;
import static dev.ashlar.runtime.format.Format.F16;
import static dev.ashlar.runtime.format.Format.F32;
import static dev.ashlar.runtime.format.Format.I32;

import dev.ashlar.kernels.common.Descriptors;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelFactory;
import dev.ashlar.runtime.kernel.Requirement;
import dev.ashlar.runtime.kernel.Signature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Lists the scalar kernels of all operations but those with weights, which [ScalarWeights] lists.
public final class ScalarKernels {
    static final Descriptors NAMES = new Descriptors("scalar", Requirement.NONE);
    private static final List<Format> DENSE = List.of(F32, F16, BF16, I32);
    private static final double FAST = 0.5;
    private static final double TRANSCENDENTAL = 0.1;

    private ScalarKernels() {}

    /// Returns all scalar kernels.
    ///
    /// @return one descriptor a key
    public static List<KernelDescriptor> all() {
        List<KernelDescriptor> all = new ArrayList<>(ScalarWeights.all());
        all.addAll(elementwise());
        all.addAll(rows());
        all.addAll(attention());
        all.addAll(moves());
        return List.copyOf(all);
    }

    private static List<KernelDescriptor> elementwise() {
        return List.of(
                unary("silu", TRANSCENDENTAL, Exp::silu),
                unary("gelu", TRANSCENDENTAL, Exp::gelu),
                unary("sigmoid", TRANSCENDENTAL, Exp::sigmoid),
                unary("tanh", TRANSCENDENTAL, Exp::tanh),
                unary("exp", TRANSCENDENTAL, Exp::exp),
                unary("relu", FAST, x -> Math.max(x, 0f)),
                unary("sqrt", FAST, x -> (float) Math.sqrt(x)),
                unary("neg", FAST, x -> -x),
                NAMES.dense("scale", FAST, ScalarKernels::scale, F32),
                binary("add", (a, b) -> a + b),
                binary("sub", (a, b) -> a - b),
                binary("mul", (a, b) -> a * b),
                binary("div", (a, b) -> a / b));
    }

    private static Unary scale(Signature signature) {
        float factor = (float) signature.attributes().number("factor");
        return new Unary(x -> x * factor);
    }

    private static List<KernelDescriptor> rows() {
        return List.of(
                NAMES.dense("rms_norm", FAST, RmsNorm::new, F32, F32),
                NAMES.dense("layer_norm", FAST, LayerNorm::new, F32, F32, F32),
                NAMES.dense("softmax", TRANSCENDENTAL, Softmax::new, F32),
                NAMES.dense("argmax", FAST, ArgMax::new, F32),
                NAMES.dense("rope", FAST, Rope::new, F32, I32),
                NAMES.dense("rope.factors", FAST, Rope::new, F32, I32, F32),
                NAMES.dense("matmul", FAST, MatMul::new, F32, F32),
                reduce("sum", Dot::sum),
                reduce("mean", Reduce::mean),
                reduce("max", Reduce::max));
    }

    private static List<KernelDescriptor> moves() {
        List<KernelDescriptor> moves = new ArrayList<>();
        for (Format format : DENSE) {
            String suffix = format == F32 ? "" : "." + format.spelling();
            moves.add(NAMES.dense("narrow" + suffix, FAST, Narrow::new, format));
            moves.add(NAMES.dense("transpose" + suffix, FAST, Transpose::new, format));
            for (int count = 1; count <= Descriptors.LARGEST_CONCAT; count++) {
                Format[] operands = Collections.nCopies(count, format).toArray(Format[]::new);
                moves.add(NAMES.dense("concat" + suffix + "." + count, FAST, Concat::new, operands));
            }
            for (Format to : DENSE) {
                if (to != format) {
                    String name = "cast." + format.spelling() + "." + to.spelling();
                    KernelFactory factory = signature -> new Cast(format, to);
                    moves.add(NAMES.dense(name, Descriptors.resultIs(to), FAST, factory, format));
                }
            }
        }
        return moves;
    }

    private static KernelDescriptor reduce(String name, Reduce.Run reduction) {
        KernelFactory factory = signature -> new Reduce(signature, reduction);
        return NAMES.dense(name, FAST, factory, F32);
    }

    private static List<KernelDescriptor> attention() {
        return List.of(
                NAMES.dense("attention", FAST, Attention::new, F32, F32, F32),
                NAMES.dense("attention.f32", FAST, Attention::new, F32, F32, F32, F32, F32, I32),
                NAMES.dense("attention.f16", FAST, Attention::new, F32, F32, F32, F16, F16, I32));
    }

    private static KernelDescriptor unary(String name, double unitsPerNanosecond, FloatFunction function) {
        KernelFactory factory = signature -> new Unary(function);
        return NAMES.dense(name, unitsPerNanosecond, factory, F32);
    }

    private static KernelDescriptor binary(String name, FloatOperator operator) {
        KernelFactory factory = signature -> new Binary(operator);
        return NAMES.dense(name, FAST, factory, F32, F32);
    }
}
