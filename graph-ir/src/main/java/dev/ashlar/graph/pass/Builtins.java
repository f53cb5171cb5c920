// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.graph.syntax.Position;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Functions that are evaluated when the graph is built. Those that share a name with an operation stand back where
/// an argument is a tensor.
final class Builtins {
    static final Set<String> NAMES =
            Set.of("weight", "has_weight", "meta", "has_meta", "size", "len", "sqrt", "exp", "min", "max", "floor");

    private final Evaluation evaluation;

    Builtins(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    /// Evaluates a call; empty if it is none of a builtin.
    Optional<Staged> call(Expression.Call call, List<CallEvaluator.Evaluated> arguments, Target target) {
        if (!NAMES.contains(call.callee())) {
            return Optional.empty();
        }
        List<Staged> values =
                arguments.stream().map(CallEvaluator.Evaluated::value).toList();
        boolean staged = values.stream().noneMatch(Staged.Tensor.class::isInstance);
        Position position = call.position();
        return switch (call.callee()) {
            case "weight" -> Optional.of(weight(text(call, values, 1), target, position));
            case "has_weight" ->
                Optional.of(new Staged.Flag(source().find(text(call, values, 1)).isPresent()));
            case "meta" -> Optional.of(meta(call, values));
            case "has_meta" ->
                Optional.of(new Staged.Flag(source().meta(text(call, values, 1)).isPresent()));
            case "size" -> Optional.of(size(values, position));
            case "len" -> Optional.of(length(values, position));
            default -> staged ? Optional.of(number(call.callee(), values, position)) : Optional.empty();
        };
    }

    private WeightSource source() {
        return evaluation.context().weights();
    }

    private static String text(Expression.Call call, List<Staged> values, int most) {
        if (!values.isEmpty() && values.size() <= most && values.getFirst() instanceof Staged.Text text) {
            return text.value();
        }
        throw new EvaluationFailure(
                call.position(),
                "%s: expected %s(\"name\"%s)",
                call.callee(),
                call.callee(),
                most > 1 ? ", default" : "");
    }

    private Staged weight(String name, Target target, Position position) {
        Optional<TensorType> found = source().find(name);
        if (found.isEmpty() && source() == WeightSource.NONE) {
            TensorType declared = target.type()
                    .orElseThrow(() -> new EvaluationFailure(
                            position,
                            "weight '%s': no weights are loaded and no type is declared; load weights, or declare"
                                    + " 'name: f32[...] = weight(...)'",
                            name));
            return evaluation.builder().weight(name, declared, target.name(), position);
        }
        TensorType type = found.orElseThrow(() -> new EvaluationFailure(
                position, "no weight '%s' in the file%s", name, Nearest.hint(name, source().names())));
        target.type().filter(declared -> !declared.equals(type)).ifPresent(declared -> {
            throw new EvaluationFailure(position, "weight '%s' is %s, expected %s as declared", name, type, declared);
        });
        return evaluation.builder().weight(name, type, target.name(), position);
    }

    private Staged meta(Expression.Call call, List<Staged> values) {
        String key = text(call, values, 2);
        Optional<Object> found = source().meta(key);
        if (found.isEmpty() && values.size() == 2) {
            return values.get(1);
        }
        Object value = found.orElseThrow(() -> new EvaluationFailure(
                call.position(),
                "no metadata '%s'%s",
                key,
                source() == WeightSource.NONE ? ": no weights are loaded" : Nearest.hint(key, source().keys())));
        try {
            return Staged.of(value);
        } catch (IllegalArgumentException e) {
            throw new EvaluationFailure(call.position(), "metadata '%s' is %s", key, e.getMessage());
        }
    }

    private static Staged size(List<Staged> values, Position position) {
        if (values.size() != 2
                || !(values.get(0) instanceof Staged.Tensor tensor)
                || !(values.get(1) instanceof Staged.Int axis)) {
            throw new EvaluationFailure(position, "size: expected size(tensor, axis)");
        }
        int rank = tensor.type().rank();
        if (axis.value() < -rank || axis.value() >= rank) {
            throw new EvaluationFailure(
                    position,
                    "size: axis %d of %s, expected one from %d to %d",
                    axis.value(),
                    tensor.type(),
                    -rank,
                    rank - 1);
        }
        return switch (tensor.type().dim((int) axis.value())) {
            case Dim.Fixed fixed -> new Staged.Int(fixed.size());
            case Dim.Symbol symbol -> new Staged.Sym(symbol.name());
        };
    }

    private static Staged length(List<Staged> values, Position position) {
        if (values.size() == 1 && values.getFirst() instanceof Staged.Items items) {
            return new Staged.Int(items.values().size());
        }
        throw new EvaluationFailure(position, "len: expected len(list)");
    }

    private static Staged number(String name, List<Staged> values, Position position) {
        boolean pair = name.equals("min") || name.equals("max");
        if (values.size() != (pair ? 2 : 1) || !values.stream().allMatch(Staged::isNumber)) {
            throw new EvaluationFailure(
                    position,
                    "%s: expected %s staged number%s or a tensor",
                    name,
                    pair ? "two" : "one",
                    pair ? "s" : "");
        }
        double first = Arithmetic.number(values.getFirst());
        return switch (name) {
            case "sqrt" -> Arithmetic.finite(Math.sqrt(first), position);
            case "exp" -> Arithmetic.finite(StrictMath.exp(first), position);
            case "floor" -> new Staged.Int((long) Math.floor(first));
            case "min" -> values.get(first <= Arithmetic.number(values.get(1)) ? 0 : 1);
            case "max" -> values.get(first >= Arithmetic.number(values.get(1)) ? 0 : 1);
            default -> throw new IllegalStateException("no builtin '" + name + "'");
        };
    }
}
