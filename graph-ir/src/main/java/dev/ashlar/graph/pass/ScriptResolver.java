// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.graph.syntax.Declaration;
import dev.ashlar.graph.syntax.Declaration.GraphDeclaration;
import dev.ashlar.graph.syntax.Diagnostics;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Evaluates a graph declaration: what is staged is computed, what remains is a flat typed graph.
final class ScriptResolver {
    private final Script script;
    private final CompileContext context;
    private final Diagnostics diagnostics;
    private final Evaluation evaluation;

    private ScriptResolver(Script script, CompileContext context) {
        this.script = script;
        this.context = context;
        this.diagnostics = new Diagnostics(script.source());
        this.evaluation = new Evaluation(script, context, diagnostics);
    }

    static Graph resolve(Script script, GraphDeclaration declaration, CompileContext context) {
        return new ScriptResolver(script, context).resolve(declaration);
    }

    private Graph resolve(GraphDeclaration declaration) {
        checkOptions();
        CyclicFunctions.check(evaluation.functions(), diagnostics);
        diagnostics.throwIfAny();
        Optional<Graph> graph = Optional.empty();
        try {
            globals();
            graph = graph(declaration);
        } catch (Budget.Exhausted e) {
            diagnostics.add(e.failure().diagnostic());
        }
        diagnostics.throwIfAny();
        return graph.orElseThrow(() -> new IllegalStateException("graph without a result or a diagnostic"));
    }

    private void checkOptions() {
        for (String name : context.options().keySet().stream().sorted().toList()) {
            if (!script.optionNames().contains(name)) {
                diagnostics.add(
                        Position.START,
                        "no option '%s', the script has %s%s"
                                .formatted(name, script.optionNames(), Nearest.hint(name, script.optionNames())));
            }
        }
    }

    private void globals() {
        for (Declaration declaration : script.declarations()) {
            switch (declaration) {
                case Declaration.Option option -> guarded(option.name(), () -> option(option));
                case Declaration.Constant constant ->
                    guarded(
                            constant.name(),
                            () -> staged(
                                    constant.name(),
                                    evaluation
                                            .expressions()
                                            .evaluate(constant.value(), evaluation.globals(), Target.NONE),
                                    constant.position()));
                case Declaration.Function function -> {}
                case GraphDeclaration graph -> {}
            }
        }
    }

    private void guarded(String name, Runnable action) {
        try {
            action.run();
        } catch (EvaluationFailure failure) {
            evaluation.budget().restore(0);
            diagnostics.add(failure.diagnostic());
            evaluation.globals().bind(name, new Staged.Unknown());
        } catch (ExpressionEvaluator.KnownFailure failure) {
            evaluation.budget().restore(0);
            evaluation.globals().bind(name, new Staged.Unknown());
        }
    }

    private void staged(String name, Staged value, Position position) {
        if (value instanceof Staged.Tensor) {
            throw new EvaluationFailure(position, "'%s' is a tensor outside of a graph, expected a staged value", name);
        }
        evaluation.globals().bind(name, value);
    }

    private void option(Declaration.Option option) {
        Object override = context.options().get(option.name());
        if (override == null) {
            Staged value = evaluation.expressions().evaluate(option.value(), evaluation.globals(), Target.NONE);
            staged(option.name(), value, option.position());
            return;
        }
        try {
            evaluation.globals().bind(option.name(), checked(option, Staged.of(override)));
        } catch (IllegalArgumentException e) {
            throw new EvaluationFailure(option.position(), "option '%s' is %s", option.name(), e.getMessage());
        }
    }

    /// Demands that an override is of the kind of the default; a default that has no value here has no kind either.
    private Staged checked(Declaration.Option option, Staged override) {
        Staged value;
        try {
            value = evaluation.expressions().evaluate(option.value(), evaluation.globals(), Target.NONE);
        } catch (EvaluationFailure | ExpressionEvaluator.KnownFailure e) {
            evaluation.budget().restore(0);
            return override;
        }
        if (value instanceof Staged.Real && override instanceof Staged.Int integer) {
            return new Staged.Real(integer.value());
        }
        if (!(value instanceof Staged.Unknown) && value.getClass() != override.getClass()) {
            throw new EvaluationFailure(
                    option.position(),
                    "option '%s' is %s, expected the kind of %s",
                    option.name(),
                    override.described(),
                    value.described());
        }
        return override;
    }

    private Optional<Graph> graph(GraphDeclaration declaration) {
        Scope scope = new Scope(evaluation.globals());
        for (Declaration.Parameter parameter : declaration.parameters()) {
            guarded(parameter.name(), () -> {
                TensorType type = evaluation.types().parameter(parameter.type(), evaluation.globals());
                scope.bind(
                        parameter.name(), evaluation.builder().parameter(parameter.name(), type, parameter.position()));
            });
        }
        Optional<List<Staged>> returned = evaluation.statements().graph(declaration.body(), scope);
        if (returned.isEmpty()) {
            diagnostics.add(declaration.position(), "graph '%s' ends without 'return'".formatted(declaration.name()));
            return Optional.empty();
        }
        List<Value> results = results(declaration, returned.get());
        GraphBuilder builder = evaluation.builder();
        return Optional.of(new Graph(
                declaration.name(),
                builder.params(),
                builder.states(),
                builder.load(),
                builder.body(),
                results,
                declaration.position()));
    }

    private List<Value> results(GraphDeclaration declaration, List<Staged> returned) {
        List<Value> results = new ArrayList<>();
        List<Staged> values =
                returned.size() == 1 && returned.getFirst() instanceof Staged.Items items ? items.values() : returned;
        if (values.stream().anyMatch(Staged.Unknown.class::isInstance)) {
            return results;
        }
        Statement.Return statement = evaluation.statements().lastReturn().orElseThrow();
        if (values.size() != declaration.results().size()) {
            diagnostics.add(
                    statement.position(),
                    "%d results, expected %d as declared"
                            .formatted(values.size(), declaration.results().size()));
            return results;
        }
        for (int i = 0; i < values.size(); i++) {
            int index = i;
            Position position = position(statement, i, values.size());
            guarded("", () -> results.add(result(declaration, index, values.get(index), position)));
        }
        return results;
    }

    private Value result(GraphDeclaration declaration, int index, Staged value, Position position) {
        TensorType declared = evaluation.types().type(declaration.results().get(index), evaluation.globals());
        if (!(value instanceof Staged.Tensor tensor)) {
            throw new EvaluationFailure(position, "result is %s, expected a tensor %s", value.described(), declared);
        }
        if (evaluation.builder().isState(tensor.name())) {
            throw new EvaluationFailure(
                    position, "result '%s' is a state, expected a value of this call", tensor.name());
        }
        TensorType type = tensor.type();
        if (!type.equals(declared.withLayout(type.layout()))) {
            throw new EvaluationFailure(
                    position, "result '%s' is %s, expected %s as declared", tensor.name(), type, declared);
        }
        return new Value(tensor.name(), type, position);
    }

    /// Returns where a result is written; a list of results that a function returns is at its call.
    private static Position position(Statement.Return returned, int index, int count) {
        return returned.values().size() == count ? returned.values().get(index).position() : returned.position();
    }
}
