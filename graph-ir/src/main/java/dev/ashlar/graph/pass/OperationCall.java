// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.op.AttributeSpec;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.OperandSpec;
import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Sorts the arguments of a call into operands and attributes, and adds the operation.
final class OperationCall {
    private final Evaluation evaluation;

    OperationCall(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    Staged call(Op op, Expression.Call call, List<CallEvaluator.Evaluated> arguments, Target target) {
        if (op.name().equals("reshape")) {
            return reshape(op, call, arguments, target);
        }
        if (op.name().equals("constant")) {
            return constant(call, arguments, target);
        }
        Map<Integer, Staged.Tensor> operands = new TreeMap<>();
        Map<String, Object> attributes = new TreeMap<>();
        int positionalAttributes = 0;
        for (CallEvaluator.Evaluated argument : arguments) {
            Position position = argument.written().position();
            if (argument.name().isPresent()) {
                named(op, argument, operands, attributes);
            } else if (isOperand(op, argument.value(), operands.size())) {
                operands.put(operands.size(), operand(op, operands.size(), argument.value(), position));
            } else if (positionalAttributes < op.attributes().size()) {
                AttributeSpec spec = op.attributes().get(positionalAttributes++);
                attributes.put(spec.name(), attribute(op, argument.value(), position));
            } else {
                throw new EvaluationFailure(position, "one argument too many, expected %s", op.signature());
            }
        }
        return evaluation
                .builder()
                .operation(op, inOrder(op, operands, call), Attributes.of(attributes), target, call.position());
    }

    private static boolean isOperand(Op op, Staged value, int index) {
        return value instanceof Staged.Tensor && index < op.maximumOperands() || index < op.minimumOperands();
    }

    private void named(
            Op op,
            CallEvaluator.Evaluated argument,
            Map<Integer, Staged.Tensor> operands,
            Map<String, Object> attributes) {
        String name = argument.name().orElseThrow();
        Position position = argument.written().position();
        for (int index = 0; index < op.operands().size(); index++) {
            if (op.operand(index).name().equals(name)) {
                if (operands.put(index, operand(op, index, argument.value(), position)) != null) {
                    throw new EvaluationFailure(position, "%s: operand '%s' is given twice", op.name(), name);
                }
                return;
            }
        }
        if (attributes.put(name, attribute(op, argument.value(), position)) != null) {
            throw new EvaluationFailure(position, "%s: attribute '%s' is given twice", op.name(), name);
        }
    }

    private Staged.Tensor operand(Op op, int index, Staged value, Position position) {
        OperandSpec spec = op.operand(index);
        if (value instanceof Staged.Tensor tensor) {
            return tensor;
        }
        if (spec.constantFormat() == Format.I32 && value instanceof Staged.Int integer) {
            return evaluation.builder().constant(integer.value(), Format.I32, Optional.empty(), position);
        }
        if (spec.constantFormat() == Format.F32 && Staged.isNumber(value)) {
            return evaluation.builder().constant(Arithmetic.number(value), Format.F32, Optional.empty(), position);
        }
        throw new EvaluationFailure(
                position, "%s: operand '%s' is %s, expected a tensor", op.name(), spec.name(), value.described());
    }

    private static List<Staged.Tensor> inOrder(Op op, Map<Integer, Staged.Tensor> operands, Expression.Call call) {
        List<Staged.Tensor> ordered = new ArrayList<>();
        for (Map.Entry<Integer, Staged.Tensor> entry : operands.entrySet()) {
            if (entry.getKey() != ordered.size()) {
                throw new EvaluationFailure(
                        call.position(),
                        "%s: operand '%s' is missing, expected %s",
                        op.name(),
                        op.operand(ordered.size()).name(),
                        op.signature());
            }
            ordered.add(entry.getValue());
        }
        return ordered;
    }

    private static Object attribute(Op op, Staged value, Position position) {
        return switch (value) {
            case Staged.Int integer -> integer.value();
            case Staged.Real real -> real.value();
            case Staged.Text text -> text.value();
            case Staged.Flag flag -> flag.value();
            case Staged.Items items ->
                items.values().stream()
                        .map(item -> {
                            if (item instanceof Staged.Int integer) {
                                return integer.value();
                            }
                            throw new EvaluationFailure(
                                    position, "%s: a list with %s, expected integers", op.name(), item.described());
                        })
                        .toList();
            case Staged.Tensor tensor ->
                throw new EvaluationFailure(
                        position, "%s: one operand too many, expected %s", op.name(), op.signature());
            case Staged.Sym symbol ->
                throw new EvaluationFailure(position, "%s: an attribute is %s", op.name(), symbol.described());
            case Staged.Unknown unknown -> throw new ExpressionEvaluator.KnownFailure();
        };
    }

    private Staged constant(Expression.Call call, List<CallEvaluator.Evaluated> arguments, Target target) {
        boolean single = arguments.size() == 1
                && arguments.getFirst().name().orElse("value").equals("value");
        if (!single || !Staged.isNumber(arguments.getFirst().value())) {
            throw new EvaluationFailure(call.position(), "constant: expected constant(number)");
        }
        Staged value = arguments.getFirst().value();
        Format format =
                target.type().map(TensorType::format).orElse(value instanceof Staged.Int ? Format.I32 : Format.F32);
        if (format == Format.I32 && value instanceof Staged.Int integer) {
            return evaluation.builder().constant(integer.value(), format, target.name(), call.position());
        }
        return evaluation.builder().constant(Arithmetic.number(value), Format.F32, target.name(), call.position());
    }

    /// The shape of a reshape is its result type, so that it may hold symbols.
    private Staged reshape(Op op, Expression.Call call, List<CallEvaluator.Evaluated> arguments, Target target) {
        boolean fits = arguments.size() == 2
                && arguments.getFirst().name().orElse("x").equals("x")
                && arguments.getLast().name().orElse("shape").equals("shape");
        if (arguments.size() == 1
                && target.type().isPresent()
                && arguments.getFirst().value() instanceof Staged.Tensor x) {
            return evaluation.builder().operation(op, List.of(x), Attributes.NONE, target, call.position());
        }
        if (!fits
                || !(arguments.getFirst().value() instanceof Staged.Tensor x)
                || !(arguments.getLast().value() instanceof Staged.Items shape)) {
            throw new EvaluationFailure(
                    call.position(), "reshape: expected reshape(x, [sizes]), one of which may be -1");
        }
        TensorType type = x.type().withDims(ReshapeDims.of(x.type(), shape, call.position()));
        Target typed = new Target(target.name(), Optional.of(type), List.of());
        return evaluation.builder().operation(op, List.of(x), Attributes.NONE, typed, call.position());
    }
}
