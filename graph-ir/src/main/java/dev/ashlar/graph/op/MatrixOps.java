// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.List;

/// Products with matrices, table look-ups, and the quantization of activations.
final class MatrixOps {
    static final List<Op> ALL = List.of(
            Op.of("linear", List.of(OperandSpec.required("x"), OperandSpec.required("w")), List.of(), MatrixOps::linear)
                    .with(Op.Trait.ROW_BY_ROW),
            Op.of(
                            "bitnet_gemv",
                            List.of(OperandSpec.required("x"), OperandSpec.required("w")),
                            List.of(),
                            MatrixOps::bitnet)
                    .with(Op.Trait.INTEGER)
                    .with(Op.Trait.ROW_BY_ROW),
            Op.of(
                    "matmul",
                    List.of(OperandSpec.required("a"), OperandSpec.required("b")),
                    List.of(),
                    MatrixOps::matmul),
            Op.of(
                    "embed",
                    List.of(OperandSpec.required("w"), OperandSpec.integer("ids", OperandSpec.Role.REQUIRED)),
                    List.of(),
                    MatrixOps::embed),
            Op.of(
                    "quantize",
                    List.of(OperandSpec.required("x")),
                    List.of(AttributeSpec.required("to", AttributeSpec.Kind.TEXT)),
                    MatrixOps::quantize));

    private MatrixOps() {}

    private static TensorType linear(Typing typing) {
        TensorType x = typing.rankAtLeast(0, 1);
        boolean quantized = !x.format().isDense() && x.layout() == LayoutClass.CONTIGUOUS;
        if (!quantized) {
            typing.f32(0);
        }
        TensorType weight = typing.weight(1);
        if (weight.format() == Format.I32) {
            throw typing.fail("operand 'w' is %s, expected a floating-point or a quantized format", weight);
        }
        typing.same(0, -1, 1, 1);
        List<Dim> dims = new ArrayList<>(x.dims());
        dims.set(dims.size() - 1, weight.dim(0));
        return TensorType.contiguous(Format.F32, dims);
    }

    private static TensorType bitnet(Typing typing) {
        typing.f32(0);
        TensorType weight = typing.operand(1);
        if (weight.format() != Format.TQ1_0 && weight.format() != Format.TQ2_0) {
            throw typing.fail("operand 'w' is %s, expected tq1_0 or tq2_0", weight);
        }
        return linear(typing);
    }

    private static TensorType matmul(Typing typing) {
        TensorType a = typing.f32(0);
        TensorType b = typing.operand(1);
        if (!b.format().isDense()) {
            throw typing.fail("operand 'b' is %s: use linear(x, w), which multiplies by a packed weight [out, in]", b);
        }
        typing.f32(1);
        typing.rankAtLeast(0, 2);
        typing.rank(1, a.rank());
        for (int axis = 0; axis < a.rank() - 2; axis++) {
            typing.same(0, axis, 1, axis);
        }
        typing.same(0, -1, 1, -2);
        List<Dim> dims = new ArrayList<>(a.dims());
        dims.set(dims.size() - 1, b.dim(-1));
        return TensorType.contiguous(Format.F32, dims);
    }

    private static TensorType embed(Typing typing) {
        TensorType weight = typing.weight(0);
        if (weight.format() == Format.I32) {
            throw typing.fail("operand 'w' is %s, expected a floating-point or a quantized format", weight);
        }
        TensorType ids = typing.dense(1, Format.I32);
        typing.rank(1, 1);
        return TensorType.contiguous(Format.F32, List.of(ids.dim(0), weight.dim(1)));
    }

    private static TensorType quantize(Typing typing) {
        TensorType x = typing.f32(0);
        typing.rankAtLeast(0, 1);
        String to = typing.text("to");
        Format format = Format.ofSpelling(to)
                .filter(candidate -> !candidate.isDense())
                .orElseThrow(() -> typing.fail("no block format '%s', expected q8_0 or the like", to));
        long in = typing.fixed(0, -1);
        if (in % format.blockElements() != 0) {
            throw typing.fail(
                    "row is %d elements, expected a multiple of %d (%s block)", in, format.blockElements(), to);
        }
        return TensorType.contiguous(format, x.dims());
    }
}
