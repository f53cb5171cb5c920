// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.List;

/// What runs once, in `load`.
final class LoadOps {
    static final List<Op> ALL = List.of(
            Op.of(
                            "weight",
                            List.of(),
                            List.of(AttributeSpec.required("name", AttributeSpec.Kind.TEXT)),
                            LoadOps::weight)
                    .with(Op.Trait.LOAD),
            Op.of(
                            "constant",
                            List.of(),
                            List.of(AttributeSpec.required("value", AttributeSpec.Kind.SCALAR)),
                            LoadOps::constant)
                    .with(Op.Trait.LOAD),
            Op.of("relayout", List.of(OperandSpec.required("w")), List.of(), LoadOps::relayout)
                    .with(Op.Trait.LOAD));

    private LoadOps() {}

    private static TensorType weight(Typing typing) {
        TensorType type = typing.declared();
        if (type.layout() != TensorType.storedLayout(type.format())) {
            throw typing.fail(
                    "type %s, expected the stored layout %s",
                    type, TensorType.storedLayout(type.format()).spelling());
        }
        return type;
    }

    private static TensorType constant(Typing typing) {
        TensorType type = typing.declared();
        boolean scalar = type.equals(TensorType.contiguous(Format.F32, List.of()))
                || type.equals(TensorType.contiguous(Format.I32, List.of()));
        if (!scalar) {
            throw typing.fail("type %s, expected f32[] or i32[]", type);
        }
        return type;
    }

    private static TensorType relayout(Typing typing) {
        TensorType source = typing.weight(0);
        LayoutClass target = typing.declared().layout();
        if (source.layout() != TensorType.storedLayout(source.format()) || !target.isInputMajor()) {
            throw typing.fail(
                    "from %s to %s, expected from the stored layout to an input_block_major one",
                    source.layout().spelling(), target.spelling());
        }
        return source.withLayout(target);
    }
}
