// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.graph.syntax.Position;
import java.io.Serial;
import java.util.List;

/// Evaluates expressions: staged values are computed, operations on tensors are added to the graph.
final class ExpressionEvaluator {
    /// Leaves a statement whose cause was reported where it came up.
    static final class KnownFailure extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        KnownFailure() {
            super(null, null, false, false);
        }
    }

    private final Evaluation evaluation;
    private final TensorOperators operators;

    ExpressionEvaluator(Evaluation evaluation) {
        this.evaluation = evaluation;
        this.operators = new TensorOperators(evaluation.builder());
    }

    /// Returns the value of an expression; unknown if a part of it is.
    Staged evaluate(Expression expression, Scope scope, Target target) {
        evaluation.budget().enter(expression.position());
        Staged value = switch (expression) {
            case Expression.IntegerLiteral literal -> new Staged.Int(literal.value());
            case Expression.FloatLiteral literal -> new Staged.Real(literal.value());
            case Expression.BooleanLiteral literal -> new Staged.Flag(literal.value());
            case Expression.StringLiteral string -> string(string, scope);
            case Expression.Name name -> name(name, scope);
            case Expression.ListLiteral list -> list(list, scope);
            case Expression.Index index -> index(index, scope);
            case Expression.Unary unary -> unary(unary, scope, target);
            case Expression.Binary binary -> binary(binary, scope, target);
            case Expression.Call call -> evaluation.calls().call(call, scope, target);
        };
        evaluation.budget().leave();
        return value;
    }

    private Staged inner(Expression expression, Scope scope) {
        return evaluate(expression, scope, Target.NONE);
    }

    private Staged string(Expression.StringLiteral string, Scope scope) {
        StringBuilder text = new StringBuilder();
        for (Expression.Part part : string.parts()) {
            switch (part) {
                case Expression.Part.Text literal -> text.append(literal.text());
                case Expression.Part.Interpolation inserted -> {
                    Staged value = inner(inserted.expression(), scope);
                    if (value instanceof Staged.Unknown) {
                        return value;
                    }
                    text.append(spelled(value, inserted.expression().position()));
                }
            }
        }
        if (text.length() > Budget.LONGEST_TEXT) {
            throw new EvaluationFailure(
                    string.position(),
                    "a string of %d characters, expected at most %d",
                    text.length(),
                    Budget.LONGEST_TEXT);
        }
        return new Staged.Text(text.toString());
    }

    private static String spelled(Staged value, Position position) {
        return switch (value) {
            case Staged.Text text -> text.value();
            case Staged.Int integer -> Long.toString(integer.value());
            case Staged.Real real -> Double.toString(real.value());
            case Staged.Flag flag -> Boolean.toString(flag.value());
            default ->
                throw new EvaluationFailure(
                        position, "%s in a string, expected a number, a string or a boolean", value.described());
        };
    }

    private Staged name(Expression.Name name, Scope scope) {
        return scope.find(name.name()).orElseGet(() -> {
            if (evaluation.symbols().contains(name.name())) {
                return new Staged.Sym(name.name());
            }
            if (Character.isUpperCase(name.name().charAt(0))) {
                throw new EvaluationFailure(
                        name.position(),
                        "symbol '%s' is bound by no parameter, known are %s",
                        name.name(),
                        List.copyOf(evaluation.symbols()));
            }
            throw new EvaluationFailure(
                    name.position(), "undefined name '%s'%s", name.name(), Nearest.hint(name.name(), scope.names()));
        });
    }

    private Staged list(Expression.ListLiteral list, Scope scope) {
        List<Staged> values =
                list.elements().stream().map(element -> inner(element, scope)).toList();
        return values.stream().anyMatch(Staged.Unknown.class::isInstance)
                ? new Staged.Unknown()
                : new Staged.Items(values);
    }

    private Staged index(Expression.Index index, Scope scope) {
        Staged list = inner(index.list(), scope);
        Staged at = inner(index.index(), scope);
        if (list instanceof Staged.Unknown || at instanceof Staged.Unknown) {
            return new Staged.Unknown();
        }
        if (!(list instanceof Staged.Items items)) {
            throw new EvaluationFailure(
                    index.position(), "an index into %s, expected a list; use narrow(x, ...)", list.described());
        }
        if (!(at instanceof Staged.Int integer)
                || integer.value() < 0
                || integer.value() >= items.values().size()) {
            throw new EvaluationFailure(
                    index.index().position(),
                    "index is %s, expected an integer within 0..%d",
                    at.described(),
                    items.values().size());
        }
        return items.values().get((int) integer.value());
    }

    private Staged unary(Expression.Unary unary, Scope scope, Target target) {
        Staged operand = inner(unary.operand(), scope);
        if (operand instanceof Staged.Unknown) {
            return operand;
        }
        if (unary.operator().equals("not")) {
            return new Staged.Flag(!flag(operand, unary.operand().position()));
        }
        if (operand instanceof Staged.Tensor tensor) {
            return operators.negate(tensor, target, unary.position());
        }
        return Arithmetic.negate(operand, unary.position());
    }

    private Staged binary(Expression.Binary binary, Scope scope, Target target) {
        Staged left = inner(binary.left(), scope);
        boolean logical = binary.operator().equals("and") || binary.operator().equals("or");
        if (logical && !(left instanceof Staged.Unknown)) {
            boolean first = flag(left, binary.left().position());
            if (first == binary.operator().equals("or")) {
                return left;
            }
        }
        Staged right = inner(binary.right(), scope);
        if (left instanceof Staged.Unknown || right instanceof Staged.Unknown) {
            return new Staged.Unknown();
        }
        if (logical) {
            return new Staged.Flag(flag(right, binary.right().position()));
        }
        if (left instanceof Staged.Tensor || right instanceof Staged.Tensor) {
            return operators.binary(binary, left, right, target);
        }
        return Arithmetic.binary(binary.operator(), left, right, binary.position());
    }

    /// Demands a boolean.
    static boolean flag(Staged value, Position position) {
        if (value instanceof Staged.Flag flag) {
            return flag.value();
        }
        String hint = value instanceof Staged.Tensor ? "; the value of a tensor is known only at call time" : "";
        throw new EvaluationFailure(position, "condition is %s, expected true or false%s", value.described(), hint);
    }
}
