// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/// What moves elements, or only names them anew.
final class ShapeOps {
    static final List<Op> ALL = List.of(
            Op.of(
                    "concat",
                    List.of(OperandSpec.of("x", OperandSpec.Role.REPEATED)),
                    List.of(AttributeSpec.defaulted("axis", AttributeSpec.Kind.INTEGER, -1L)),
                    ShapeOps::concat),
            Op.of(
                    "narrow",
                    List.of(OperandSpec.required("x")),
                    List.of(
                            AttributeSpec.required("axis", AttributeSpec.Kind.INTEGER),
                            AttributeSpec.required("from", AttributeSpec.Kind.INTEGER),
                            AttributeSpec.required("size", AttributeSpec.Kind.INTEGER)),
                    ShapeOps::narrow),
            Op.of("reshape", List.of(OperandSpec.required("x")), List.of(), ShapeOps::reshape)
                    .with(Op.Trait.ALIAS),
            Op.of(
                    "transpose",
                    List.of(OperandSpec.required("x")),
                    List.of(AttributeSpec.derived("axes", AttributeSpec.Kind.INTEGERS)),
                    ShapeOps::transpose));

    private ShapeOps() {}

    private static TensorType concat(Typing typing) {
        TensorType first = typing.anyDense(0);
        typing.rankAtLeast(0, 1);
        int axis = typing.axis(0, "axis");
        long size = 0;
        for (int index = 0; index < typing.count(); index++) {
            TensorType type = typing.dense(index, first.format());
            typing.rank(index, first.rank());
            for (int other = 0; other < first.rank(); other++) {
                if (other != axis) {
                    typing.same(index, other, 0, other);
                }
            }
            size = Math.addExact(size, typing.fixed(index, axis));
        }
        List<Dim> dims = new ArrayList<>(first.dims());
        dims.set(axis, Dim.of(size));
        return first.withDims(dims);
    }

    private static TensorType narrow(Typing typing) {
        TensorType x = typing.anyDense(0);
        int axis = typing.axis(0, "axis");
        long size = typing.positive("size");
        long from = typing.integer("from");
        if (x.dim(axis) instanceof Dim.Fixed fixed) {
            long start = from < 0 ? from + fixed.size() : from;
            if (start < 0 || size > fixed.size() - start) {
                throw typing.fail(
                        "%d elements from %d of axis %d of %s, expected a range within 0..%d",
                        size, from, axis, x, fixed.size());
            }
            typing.set("from", start);
        } else if (from < 0 && from + size > 0) {
            throw typing.fail("%d elements from %d of axis %d of %s end beyond it", size, from, axis, x);
        }
        List<Dim> dims = new ArrayList<>(x.dims());
        dims.set(axis, Dim.of(size));
        return x.withDims(dims);
    }

    private static TensorType reshape(Typing typing) {
        TensorType x = typing.anyDense(0);
        TensorType target = x.withDims(typing.declared().dims());
        if (!product(x).equals(product(target))) {
            throw typing.fail("from %s to %s changes the number of elements", x, target);
        }
        return target;
    }

    /// The number of elements: the product of the fixed sizes, and the symbols in order.
    private record Product(long fixed, List<String> symbols) {}

    private static Product product(TensorType type) {
        long fixed = 1;
        List<String> symbols = new ArrayList<>();
        for (Dim dim : type.dims()) {
            switch (dim) {
                case Dim.Fixed size -> fixed = Math.multiplyExact(fixed, size.size());
                case Dim.Symbol symbol -> symbols.add(symbol.name());
            }
        }
        symbols.sort(null);
        return new Product(fixed, symbols);
    }

    private static TensorType transpose(Typing typing) {
        if (!typing.operand(0).format().isDense()) {
            throw typing.fail(
                    "operand 'x' is %s, a packed weight: use linear(x, w), which is x * w^T", typing.operand(0));
        }
        TensorType x = typing.anyDense(0);
        typing.rankAtLeast(0, 2);
        List<Long> axes = typing.has("axes") ? typing.integers("axes") : List.of(-2L, -1L);
        if (axes.size() != 2) {
            throw typing.fail("attribute 'axes' is %s, expected two axes", axes);
        }
        int first = typing.axis(0, axes.get(0));
        int second = typing.axis(0, axes.get(1));
        typing.set(
                "axes",
                LongStream.of(Math.min(first, second), Math.max(first, second))
                        .boxed()
                        .toList());
        List<Dim> dims = new ArrayList<>(x.dims());
        Collections.swap(dims, first, second);
        return x.withDims(dims);
    }
}
