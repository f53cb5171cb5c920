// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.graph.syntax.TypeExpression;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Resolves types as written to types.
final class TypeEvaluator {
    private final Evaluation evaluation;

    TypeEvaluator(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    /// Returns the type of a parameter; an upper-case name that means nothing else becomes a symbol.
    TensorType parameter(TypeExpression type, Scope scope) {
        for (Expression dim : type.dims()) {
            if (dim instanceof Expression.Name name
                    && Character.isUpperCase(name.name().charAt(0))
                    && scope.find(name.name()).isEmpty()) {
                evaluation.symbols().add(name.name());
            }
        }
        return type(type, scope);
    }

    /// Returns a type without a layout as written; a missing layout is the stored one of the format.
    TensorType type(TypeExpression type, Scope scope) {
        Format format = format(type, scope);
        List<Dim> dims = new ArrayList<>();
        for (Expression dim : type.dims()) {
            dims.add(dim(evaluation.expressions().evaluate(dim, scope, Target.NONE), dim));
        }
        LayoutClass layout =
                type.layout().map(spelling -> layout(spelling, type)).orElse(TensorType.storedLayout(format));
        return new TensorType(format, dims, layout);
    }

    private static LayoutClass layout(String spelling, TypeExpression type) {
        List<String> known =
                Arrays.stream(LayoutClass.values()).map(LayoutClass::spelling).toList();
        return LayoutClass.ofSpelling(spelling)
                .orElseThrow(() ->
                        new EvaluationFailure(type.position(), "no layout '%s'%s", spelling, hint(spelling, known)));
    }

    private static Format format(TypeExpression type, Scope scope) {
        String spelling = type.format();
        if (Format.ofSpelling(spelling).isEmpty()) {
            Staged value = scope.find(spelling).orElse(new Staged.Text(spelling));
            if (value instanceof Staged.Unknown) {
                throw new ExpressionEvaluator.KnownFailure();
            }
            if (!(value instanceof Staged.Text text)) {
                throw new EvaluationFailure(
                        type.position(), "'%s' is %s, expected the name of a format", spelling, value.described());
            }
            spelling = text.value();
        }
        String name = spelling;
        List<String> known =
                Arrays.stream(Format.values()).map(Format::spelling).toList();
        return Format.ofSpelling(name)
                .orElseThrow(() -> new EvaluationFailure(type.position(), "no format '%s'%s", name, hint(name, known)));
    }

    /// Suggests one spelling, or lists all.
    private static String hint(String spelling, List<String> known) {
        String near = Nearest.hint(spelling, known);
        return near.isEmpty() ? ", expected one of " + known : near;
    }

    private static Dim dim(Staged value, Expression expression) {
        return switch (value) {
            case Staged.Int integer when integer.value() > 0 -> Dim.of(integer.value());
            case Staged.Sym symbol -> Dim.of(symbol.name());
            case Staged.Unknown unknown -> throw new ExpressionEvaluator.KnownFailure();
            default ->
                throw new EvaluationFailure(
                        expression.position(), "a size is %s, expected an integer of at least 1", value.described());
        };
    }
}
