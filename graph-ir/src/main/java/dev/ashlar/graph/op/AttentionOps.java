// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.format.Format;
import java.util.List;

/// Attention and its position encoding.
final class AttentionOps {
    private static final int CACHED_OPERANDS = 6;

    static final List<Op> ALL = List.of(
            Op.of(
                    "rope",
                    List.of(
                            OperandSpec.required("x"),
                            OperandSpec.integer("pos", OperandSpec.Role.REQUIRED),
                            OperandSpec.of("freq_factors", OperandSpec.Role.OPTIONAL)),
                    List.of(
                            AttributeSpec.required("head_dim", AttributeSpec.Kind.INTEGER),
                            AttributeSpec.derived("dims", AttributeSpec.Kind.INTEGER),
                            AttributeSpec.defaulted("base", AttributeSpec.Kind.NUMBER, 10000.0),
                            AttributeSpec.defaulted("mode", AttributeSpec.Kind.TEXT, "norm")),
                    AttentionOps::rope),
            Op.of(
                    "attention",
                    List.of(
                            OperandSpec.required("q"),
                            OperandSpec.required("k"),
                            OperandSpec.required("v"),
                            OperandSpec.of("k_cache", OperandSpec.Role.STATE),
                            OperandSpec.of("v_cache", OperandSpec.Role.STATE),
                            OperandSpec.integer("pos", OperandSpec.Role.OPTIONAL)),
                    List.of(
                            AttributeSpec.required("heads", AttributeSpec.Kind.INTEGER),
                            AttributeSpec.derived("kv_heads", AttributeSpec.Kind.INTEGER),
                            AttributeSpec.derived("scale", AttributeSpec.Kind.NUMBER),
                            AttributeSpec.defaulted("causal", AttributeSpec.Kind.FLAG, true)),
                    AttentionOps::attention));

    private AttentionOps() {}

    private static TensorType scalar() {
        return TensorType.contiguous(Format.I32, List.of());
    }

    private static TensorType rope(Typing typing) {
        TensorType x = typing.f32(0);
        typing.rank(0, 2);
        typing.exactly(1, scalar());
        long headDim = typing.positive("head_dim");
        long width = typing.fixed(0, 1);
        if (width % headDim != 0) {
            throw typing.fail("operand 'x' is %s, expected rows of a multiple of head_dim = %d", x, headDim);
        }
        if (!typing.has("dims")) {
            typing.set("dims", headDim);
        }
        long dims = typing.positive("dims");
        if (dims > headDim || dims % 2 != 0) {
            throw typing.fail("attribute 'dims' is %d, expected an even number up to head_dim = %d", dims, headDim);
        }
        String mode = typing.text("mode");
        if (!mode.equals("norm") && !mode.equals("neox")) {
            throw typing.fail("attribute 'mode' is '%s', expected 'norm' or 'neox'", mode);
        }
        if (typing.count() > 2) {
            typing.exactly(2, TensorType.contiguous(Format.F32, List.of(Dim.of(dims / 2))));
        }
        return x;
    }

    private static TensorType attention(Typing typing) {
        TensorType q = typing.f32(0);
        typing.f32(1);
        typing.f32(2);
        for (int index = 0; index < 3; index++) {
            typing.rank(index, 2);
        }
        long heads = typing.positive("heads");
        if (!typing.has("kv_heads")) {
            typing.set("kv_heads", heads);
        }
        long kvHeads = typing.positive("kv_heads");
        long width = typing.fixed(0, 1);
        if (width % heads != 0 || heads % kvHeads != 0) {
            throw typing.fail(
                    "rows of %d elements with heads = %d, kv_heads = %d; expected a multiple of heads, and"
                            + " heads a multiple of kv_heads",
                    width, heads, kvHeads);
        }
        long headDim = width / heads;
        if (typing.fixed(1, 1) != kvHeads * headDim) {
            throw typing.fail(
                    "operand 'k' is %s, expected rows of kv_heads * head_dim = %d elements",
                    typing.operand(1), kvHeads * headDim);
        }
        typing.exactly(2, typing.operand(1));
        if (!typing.has("scale")) {
            typing.set("scale", 1.0 / Math.sqrt(headDim));
        }
        cache(typing);
        return q;
    }

    private static void cache(Typing typing) {
        boolean causal = (Boolean) typing.attributes().get("causal");
        boolean cached = typing.count() > 3;
        if (causal || cached) {
            typing.same(0, 0, 1, 0);
        }
        if (!cached) {
            return;
        }
        if (typing.count() != CACHED_OPERANDS) {
            throw typing.fail("%d operands, expected q, k, v or q, k, v, k_cache, v_cache, pos", typing.count());
        }
        typing.dense(3, Format.F32, Format.F16);
        typing.rank(3, 2);
        typing.fixed(3, 0);
        typing.same(3, 1, 1, 1);
        typing.exactly(4, typing.operand(3));
        typing.exactly(5, scalar());
        if (!causal) {
            throw typing.fail("attribute 'causal' is false, expected true with a cache");
        }
    }
}
