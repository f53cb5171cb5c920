// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.format.Format;
import java.util.ArrayList;
import java.util.List;

/// What takes the elements of an axis together.
final class ReductionOps {
    static final List<Op> ALL = List.of(
            reduction("sum"),
            reduction("mean"),
            reduction("max"),
            Op.of("argmax", List.of(OperandSpec.required("x")), List.of(), ReductionOps::argmax),
            Op.of("softmax", List.of(OperandSpec.required("x")), List.of(), ReductionOps::softmax)
                    .with(Op.Trait.ROW_BY_ROW),
            Op.of(
                            "rms_norm",
                            List.of(OperandSpec.required("x"), OperandSpec.required("w")),
                            List.of(AttributeSpec.defaulted("eps", AttributeSpec.Kind.NUMBER, 1e-5)),
                            ReductionOps::norm)
                    .with(Op.Trait.ROW_BY_ROW),
            Op.of(
                            "layer_norm",
                            List.of(OperandSpec.required("x"), OperandSpec.required("w"), OperandSpec.required("b")),
                            List.of(AttributeSpec.defaulted("eps", AttributeSpec.Kind.NUMBER, 1e-5)),
                            ReductionOps::norm)
                    .with(Op.Trait.ROW_BY_ROW));

    private ReductionOps() {}

    private static Op reduction(String name) {
        return Op.of(
                name,
                List.of(OperandSpec.required("x")),
                List.of(AttributeSpec.defaulted("axis", AttributeSpec.Kind.INTEGER, -1L)),
                ReductionOps::reduce);
    }

    private static TensorType reduce(Typing typing) {
        TensorType x = typing.f32(0);
        typing.rankAtLeast(0, 1);
        List<Dim> dims = new ArrayList<>(x.dims());
        dims.remove(typing.axis(0, "axis"));
        return x.withDims(dims);
    }

    private static TensorType argmax(Typing typing) {
        TensorType x = typing.f32(0);
        typing.rankAtLeast(0, 1);
        return TensorType.contiguous(Format.I32, x.dims().subList(0, x.rank() - 1));
    }

    private static TensorType softmax(Typing typing) {
        typing.f32(0);
        return typing.rankAtLeast(0, 1);
    }

    private static TensorType norm(Typing typing) {
        TensorType x = typing.f32(0);
        typing.rankAtLeast(0, 1);
        if (typing.number("eps") < 0) {
            throw typing.fail("attribute 'eps' is %s, expected at least 0", typing.number("eps"));
        }
        for (int index = 1; index < typing.count(); index++) {
            typing.exactly(index, TensorType.contiguous(Format.F32, List.of(x.dim(-1))));
        }
        return x;
    }
}
