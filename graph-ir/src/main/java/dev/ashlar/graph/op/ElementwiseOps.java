// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.format.Format;
import java.util.List;
import java.util.stream.Stream;

/// What works element by element.
final class ElementwiseOps {
    static final List<Op> ALL = Stream.of(
                    Stream.of("silu", "gelu", "relu", "sigmoid", "tanh", "exp", "sqrt", "neg")
                            .map(ElementwiseOps::unary),
                    Stream.of("add", "sub", "mul", "div").map(ElementwiseOps::binary),
                    Stream.of(Op.of(
                            "scale",
                            List.of(OperandSpec.required("x")),
                            List.of(AttributeSpec.required("factor", AttributeSpec.Kind.NUMBER)),
                            typing -> typing.f32(0))),
                    Stream.of(Op.of(
                            "cast",
                            List.of(OperandSpec.required("x")),
                            List.of(AttributeSpec.required("to", AttributeSpec.Kind.TEXT)),
                            ElementwiseOps::cast)))
            .flatMap(ops -> ops)
            .map(op -> op.with(Op.Trait.ROW_BY_ROW))
            .toList();

    private ElementwiseOps() {}

    private static Op unary(String name) {
        return Op.of(name, List.of(OperandSpec.required("x")), List.of(), typing -> typing.f32(0));
    }

    private static Op binary(String name) {
        return Op.of(
                name,
                List.of(OperandSpec.required("a"), OperandSpec.required("b")),
                List.of(),
                ElementwiseOps::broadcast);
    }

    /// One operand's dims are a suffix of the other's.
    private static TensorType broadcast(Typing typing) {
        TensorType a = typing.f32(0);
        TensorType b = typing.f32(1);
        int common = Math.min(a.rank(), b.rank());
        for (int back = 1; back <= common; back++) {
            Dim left = a.dim(a.rank() - back);
            Dim right = b.dim(b.rank() - back);
            if (!left.equals(right)) {
                String conflict = left instanceof Dim.Fixed && right instanceof Dim.Fixed
                        ? ""
                        : "symbol conflict between '%s' and '%s': ".formatted(left, right);
                throw typing.fail(
                        "%soperands are %s and %s, expected the dims of one to end with those of the other",
                        conflict, a, b);
            }
        }
        return a.rank() >= b.rank() ? a : b;
    }

    private static TensorType cast(Typing typing) {
        TensorType x = typing.anyDense(0);
        String to = typing.text("to");
        Format format = Format.ofSpelling(to)
                .filter(Format::isDense)
                .orElseThrow(() -> typing.fail("no dense format '%s', expected f32, f16, bf16 or i32", to));
        return TensorType.contiguous(format, x.dims());
    }
}
