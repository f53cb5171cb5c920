// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.syntax.Declaration;
import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.graph.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs statements. One that fails is reported, its names become unknown, and the next one runs.
final class StatementEvaluator {
    private final Evaluation evaluation;
    private int repetition;
    private Optional<Statement.Return> lastReturn = Optional.empty();

    StatementEvaluator(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    /// Runs the body of a graph.
    ///
    /// @return the returned values; empty if no `return` is reached
    Optional<List<Staged>> graph(List<Statement> body, Scope scope) {
        return run(body, scope, Target.NONE);
    }

    /// Returns the `return` that was run last, after [#graph] that of the graph.
    Optional<Statement.Return> lastReturn() {
        return lastReturn;
    }

    /// Runs the body of a function.
    Optional<List<Staged>> function(Declaration.Function function, Scope scope, Target target) {
        repetition++;
        evaluation.budget().enter(function.position());
        Optional<List<Staged>> results = run(function.body(), scope, target);
        evaluation.budget().leave();
        repetition--;
        return results;
    }

    private Optional<List<Staged>> run(List<Statement> statements, Scope scope, Target result) {
        Optional<List<Staged>> returned = Optional.empty();
        for (Statement statement : statements) {
            evaluation.budget().step(statement.position());
            evaluation.budget().enter(statement.position());
            if (evaluation.diagnostics().isFull()) {
                return Optional.of(List.of(new Staged.Unknown()));
            }
            returned = guarded(statement, scope, result);
            evaluation.budget().leave();
            if (returned.isPresent()) {
                break;
            }
        }
        return returned;
    }

    private Optional<List<Staged>> guarded(Statement statement, Scope scope, Target result) {
        int depth = evaluation.budget().depth();
        int outerRepetition = repetition;
        try {
            return statement(statement, scope, result);
        } catch (EvaluationFailure failure) {
            evaluation.diagnostics().add(failure.diagnostic());
        } catch (ExpressionEvaluator.KnownFailure failure) {
            // Its cause is among the diagnostics.
        }
        evaluation.budget().restore(depth);
        repetition = outerRepetition;
        return switch (statement) {
            case Statement.Binding binding -> {
                binding.targets().forEach(target -> scope.bind(target.name(), new Staged.Unknown()));
                yield Optional.empty();
            }
            case Statement.State state -> {
                scope.bind(state.name(), new Staged.Unknown());
                yield Optional.empty();
            }
            case Statement.Return returned -> Optional.of(List.of(new Staged.Unknown()));
            case Statement.For loop -> Optional.empty();
            case Statement.If branch -> Optional.empty();
            case Statement.Load load -> Optional.empty();
        };
    }

    private Optional<List<Staged>> statement(Statement statement, Scope scope, Target result) {
        return switch (statement) {
            case Statement.Binding binding -> {
                bind(binding, scope);
                yield Optional.empty();
            }
            case Statement.State state -> {
                state(state, scope);
                yield Optional.empty();
            }
            case Statement.For loop -> loop(loop, scope, result);
            case Statement.If branch -> branch(branch, scope, result);
            case Statement.Load load -> run(load.body(), scope, result);
            case Statement.Return returned -> Optional.of(returned(returned, scope, result));
        };
    }

    private List<Staged> returned(Statement.Return returned, Scope scope, Target result) {
        Target target = returned.values().size() == 1 ? result : Target.NONE;
        List<Staged> values = new ArrayList<>();
        for (Expression value : returned.values()) {
            values.add(evaluation.expressions().evaluate(value, scope, target));
        }
        lastReturn = Optional.of(returned);
        return values;
    }

    private void bind(Statement.Binding binding, Scope scope) {
        Optional<TensorType> declared =
                binding.type().map(type -> evaluation.types().type(type, scope));
        if (!binding.attributes().isEmpty() && !(binding.value() instanceof Expression.Call)) {
            throw new EvaluationFailure(binding.attributes().getFirst().position(), "attributes after what is no call");
        }
        Optional<String> name = binding.targets().size() == 1
                ? Optional.of(binding.targets().getFirst().name())
                : Optional.empty();
        Target target = new Target(name, declared, binding.attributes());
        Staged value = evaluation.expressions().evaluate(binding.value(), scope, target);
        if (binding.targets().size() > 1) {
            takeApart(binding, value, scope);
            return;
        }
        declared.ifPresent(type -> requireType(value, type, binding));
        scope.bind(binding.targets().getFirst().name(), value);
    }

    private static void takeApart(Statement.Binding binding, Staged value, Scope scope) {
        int count = binding.targets().size();
        if (value instanceof Staged.Unknown) {
            binding.targets().forEach(target -> scope.bind(target.name(), value));
            return;
        }
        if (!(value instanceof Staged.Items items) || items.values().size() != count) {
            throw new EvaluationFailure(
                    binding.value().position(),
                    "%s for %d names, expected a list of %d",
                    value.described(),
                    count,
                    count);
        }
        for (int i = 0; i < count; i++) {
            scope.bind(binding.targets().get(i).name(), items.values().get(i));
        }
    }

    /// Demands the declared type; a layout that is not written is not compared.
    private static void requireType(Staged value, TensorType declared, Statement.Binding binding) {
        if (value instanceof Staged.Unknown) {
            return;
        }
        boolean written = binding.type().orElseThrow().layout().isPresent();
        boolean fits = value instanceof Staged.Tensor tensor
                && tensor.type()
                        .equals(
                                written
                                        ? declared
                                        : declared.withLayout(tensor.type().layout()));
        if (!fits) {
            String name = binding.targets().getFirst().name();
            String found = value instanceof Staged.Tensor tensor ? tensor.type().toString() : value.described();
            throw new EvaluationFailure(
                    binding.position(), "'%s' is %s, expected %s as declared", name, found, declared);
        }
    }

    private void state(Statement.State state, Scope scope) {
        TensorType type = evaluation.types().type(state.type(), scope);
        boolean fixed = type.dims().stream().allMatch(dev.ashlar.graph.ir.Dim.Fixed.class::isInstance);
        if (!fixed || !type.format().isDense()) {
            throw new EvaluationFailure(
                    state.position(), "state '%s' is %s, expected a dense format and fixed sizes", state.name(), type);
        }
        scope.bind(state.name(), evaluation.builder().state(state.name(), type, state.position(), repetition > 0));
    }

    private Optional<List<Staged>> loop(Statement.For loop, Scope scope, Target result) {
        long from = bound(loop.from(), scope);
        long to = bound(loop.to(), scope);
        evaluation.budget().iterations(loop.position(), to > from ? Math.subtractExact(to, from) : 0);
        repetition++;
        for (long i = from; i < to; i++) {
            evaluation.budget().step(loop.position());
            scope.bind(loop.variable(), new Staged.Int(i));
            Optional<List<Staged>> returned = run(loop.body(), scope, result);
            if (returned.isPresent()) {
                repetition--;
                return returned;
            }
        }
        repetition--;
        return Optional.empty();
    }

    private long bound(Expression expression, Scope scope) {
        Position position = expression.position();
        return switch (evaluation.expressions().evaluate(expression, scope, Target.NONE)) {
            case Staged.Int integer when Math.abs(integer.value()) <= Integer.MAX_VALUE -> integer.value();
            case Staged.Unknown unknown -> throw new ExpressionEvaluator.KnownFailure();
            case Staged value ->
                throw new EvaluationFailure(
                        position, "bound of a loop is %s, expected an integer of at most 31 bits", value.described());
        };
    }

    private Optional<List<Staged>> branch(Statement.If branch, Scope scope, Target result) {
        Staged condition = evaluation.expressions().evaluate(branch.condition(), scope, Target.NONE);
        if (condition instanceof Staged.Unknown) {
            throw new ExpressionEvaluator.KnownFailure();
        }
        boolean holds = ExpressionEvaluator.flag(condition, branch.condition().position());
        return run(holds ? branch.then() : branch.otherwise(), scope, result);
    }
}
