// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.syntax.Declaration;
import dev.ashlar.graph.syntax.Diagnostics;
import dev.ashlar.graph.syntax.Script;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// One evaluation of a graph declaration: what its parts share.
final class Evaluation {
    private final CompileContext context;
    private final Diagnostics diagnostics;
    private final Budget budget = new Budget();
    private final GraphBuilder builder = new GraphBuilder(budget);
    private final Set<String> symbols = new LinkedHashSet<>();
    private final Map<String, Declaration.Function> functions = new HashMap<>();
    private final Scope globals = new Scope();
    private final ExpressionEvaluator expressions;
    private final TypeEvaluator types;
    private final CallEvaluator calls;
    private final StatementEvaluator statements;

    Evaluation(Script script, CompileContext context, Diagnostics diagnostics) {
        this.context = context;
        this.diagnostics = diagnostics;
        for (Declaration declaration : script.declarations()) {
            if (declaration instanceof Declaration.Function function) {
                functions.put(function.name(), function);
            }
        }
        this.expressions = new ExpressionEvaluator(this);
        this.types = new TypeEvaluator(this);
        this.calls = new CallEvaluator(this);
        this.statements = new StatementEvaluator(this);
    }

    CompileContext context() {
        return context;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    Budget budget() {
        return budget;
    }

    GraphBuilder builder() {
        return builder;
    }

    Set<String> symbols() {
        return symbols;
    }

    Map<String, Declaration.Function> functions() {
        return functions;
    }

    Scope globals() {
        return globals;
    }

    ExpressionEvaluator expressions() {
        return expressions;
    }

    TypeEvaluator types() {
        return types;
    }

    CallEvaluator calls() {
        return calls;
    }

    StatementEvaluator statements() {
        return statements;
    }
}
