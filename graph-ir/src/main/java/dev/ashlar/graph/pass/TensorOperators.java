// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Operators of which an operand at least is a tensor.
final class TensorOperators {
    private static final Map<String, String> OPERATIONS = Map.of("+", "add", "-", "sub", "*", "mul", "/", "div");

    private final GraphBuilder builder;

    TensorOperators(GraphBuilder builder) {
        this.builder = builder;
    }

    Staged negate(Staged.Tensor tensor, Target target, Position position) {
        return builder.operation(op("neg"), List.of(tensor), Attributes.NONE, target, position);
    }

    /// Adds `add`, `sub`, `mul` or `div`; a product with a number is `scale`, any other number becomes a constant.
    Staged binary(Expression.Binary binary, Staged left, Staged right, Target target) {
        String name = OPERATIONS.get(binary.operator());
        if (name == null) {
            throw new EvaluationFailure(
                    binary.position(),
                    "'%s' on %s and %s, expected staged values: the values of a tensor are known only"
                            + " at call time",
                    binary.operator(),
                    left.described(),
                    right.described());
        }
        Position position = binary.position();
        if (name.equals("mul") && Staged.isNumber(right)) {
            return scale((Staged.Tensor) left, Arithmetic.number(right), target, position);
        }
        if (name.equals("mul") && Staged.isNumber(left)) {
            return scale((Staged.Tensor) right, Arithmetic.number(left), target, position);
        }
        List<Staged.Tensor> operands = List.of(
                tensor(left, binary.operator(), binary.left().position()),
                tensor(right, binary.operator(), binary.right().position()));
        return builder.operation(op(name), operands, Attributes.NONE, target, position);
    }

    private Staged scale(Staged.Tensor tensor, double factor, Target target, Position position) {
        Attributes attributes = Attributes.of(Map.of("factor", factor));
        return builder.operation(op("scale"), List.of(tensor), attributes, target, position);
    }

    private Staged.Tensor tensor(Staged value, String operator, Position position) {
        if (value instanceof Staged.Tensor tensor) {
            return tensor;
        }
        if (!Staged.isNumber(value)) {
            throw new EvaluationFailure(
                    position, "'%s' of a tensor and %s, expected a tensor or a number", operator, value.described());
        }
        return builder.constant(Arithmetic.number(value), Format.F32, Optional.empty(), position);
    }

    private static Op op(String name) {
        return Ops.find(name).orElseThrow();
    }
}
