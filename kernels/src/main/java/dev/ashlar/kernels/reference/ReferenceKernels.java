// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import static dev.ashlar.runtime.format.Format.BF16;
import static dev.ashlar.runtime.format.Format.F16;
import static dev.ashlar.runtime.format.Format.F32;
import static dev.ashlar.runtime.format.Format.I32;

import dev.ashlar.kernels.common.Activations;
import dev.ashlar.kernels.common.Descriptors;
import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelFactory;
import dev.ashlar.runtime.kernel.Requirement;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/// Lists the reference kernels: one for every operation, format and whole-grid layout.
public final class ReferenceKernels {
    private static final Descriptors NAMES = new Descriptors("reference", Requirement.NONE);
    private static final List<Format> DENSE = List.of(F32, F16, BF16, I32);
    private static final double SLOW = 0.01;

    private ReferenceKernels() {}

    /// A [DenseOp] that has attributes.
    private interface AttributedOp {
        double[] apply(double[][] x, int[][] dims, Attributes attributes);
    }

    /// Returns all reference kernels.
    ///
    /// @return one descriptor a key
    public static List<KernelDescriptor> all() {
        List<KernelDescriptor> all = new ArrayList<>(weights());
        all.addAll(elementwise());
        all.addAll(rows());
        all.addAll(moves());
        all.add(NAMES.dense("attention", SLOW, AttentionReference::new, F32, F32, F32));
        all.add(NAMES.dense("attention.f32", SLOW, AttentionReference::new, F32, F32, F32, F32, F32, I32));
        all.add(NAMES.dense("attention.f16", SLOW, AttentionReference::new, F32, F32, F32, F16, F16, I32));
        for (Format to : Activations.FORMATS) {
            all.add(NAMES.dense(
                    "quantize." + to.spelling(), Descriptors.resultIs(to), SLOW, QuantizeReference::new, F32));
        }
        return List.copyOf(all);
    }

    private static List<KernelDescriptor> weights() {
        List<KernelDescriptor> all = new ArrayList<>();
        for (Format format : Activations.weightFormats()) {
            for (LayoutClass layout : LayoutClass.values()) {
                if (WeightGrid.covers(format, layout)) {
                    all.add(NAMES.linear(F32, format, layout, SLOW, LinearReference::new));
                    if (Activations.isTernary(format)) {
                        all.add(NAMES.bitnet(format, layout, SLOW, BitnetReference::new));
                    }
                    all.add(NAMES.embed(format, layout, SLOW, EmbedReference::new));
                    Activations.of(format)
                            .ifPresent(x -> all.add(NAMES.linear(x, format, layout, SLOW, LinearReference::new)));
                }
            }
        }
        return all;
    }

    private static List<KernelDescriptor> elementwise() {
        return List.of(
                unary("silu", x -> x / (1 + Math.exp(-x))),
                unary("gelu", x -> 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)))),
                unary("sigmoid", x -> 1 / (1 + Math.exp(-x))),
                unary("tanh", Math::tanh),
                unary("exp", Math::exp),
                unary("relu", x -> Math.max(x, 0)),
                unary("sqrt", Math::sqrt),
                unary("neg", x -> -x),
                dense("scale", (x, dims, a) -> map(x[0], v -> v * a.number("factor")), F32),
                binary("add", (a, b) -> a + b),
                binary("sub", (a, b) -> a - b),
                binary("mul", (a, b) -> a * b),
                binary("div", (a, b) -> a / b));
    }

    private static List<KernelDescriptor> rows() {
        return List.of(
                dense("rms_norm", RowOps::rmsNorm, F32, F32),
                dense("layer_norm", RowOps::layerNorm, F32, F32, F32),
                dense("softmax", (x, dims, a) -> RowOps.softmax(x, dims), F32),
                dense("argmax", (x, dims, a) -> RowOps.argmax(x, dims), F32),
                dense("rope", RowOps::rope, F32, I32),
                dense("rope.factors", RowOps::rope, F32, I32, F32),
                dense("matmul", (x, dims, a) -> RowOps.matmul(x, dims), F32, F32),
                dense("sum", ShapeOps::sum, F32),
                dense("mean", ShapeOps::mean, F32),
                dense("max", ShapeOps::max, F32));
    }

    private static List<KernelDescriptor> moves() {
        List<KernelDescriptor> moves = new ArrayList<>();
        for (Format format : DENSE) {
            String suffix = format == F32 ? "" : "." + format.spelling();
            moves.add(dense("narrow" + suffix, ShapeOps::narrow, format));
            moves.add(dense("transpose" + suffix, ShapeOps::transpose, format));
            for (int count = 1; count <= Descriptors.LARGEST_CONCAT; count++) {
                Format[] operands = Collections.nCopies(count, format).toArray(Format[]::new);
                moves.add(dense("concat" + suffix + "." + count, ShapeOps::concat, operands));
            }
            for (Format to : DENSE) {
                if (to != format) {
                    String name = "cast." + format.spelling() + "." + to.spelling();
                    KernelFactory factory = signature -> new DenseReference(signature, (x, dims) -> x[0]);
                    moves.add(NAMES.dense(name, Descriptors.resultIs(to), SLOW, factory, format));
                }
            }
        }
        return moves;
    }

    private static KernelDescriptor unary(String name, DoubleUnaryOperator function) {
        return dense(name, (x, dims, attributes) -> map(x[0], function), F32);
    }

    private static KernelDescriptor binary(String name, DoubleBinaryOperator operator) {
        return dense(name, (x, dims, attributes) -> broadcast(x[0], x[1], operator), F32, F32);
    }

    private static KernelDescriptor dense(String name, AttributedOp op, Format... operands) {
        KernelFactory factory =
                signature -> new DenseReference(signature, (x, dims) -> op.apply(x, dims, signature.attributes()));
        return NAMES.dense(name, SLOW, factory, operands);
    }

    private static double[] map(double[] x, DoubleUnaryOperator function) {
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            y[i] = function.applyAsDouble(x[i]);
        }
        return y;
    }

    /// One operand's dims are a suffix of the other's, so the smaller repeats.
    private static double[] broadcast(double[] a, double[] b, DoubleBinaryOperator operator) {
        double[] y = new double[a.length == 0 || b.length == 0 ? 0 : Math.max(a.length, b.length)];
        for (int i = 0; i < y.length; i++) {
            y[i] = operator.applyAsDouble(a[i % a.length], b[i % b.length]);
        }
        return y;
    }
}
