// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.ArrayList;
import java.util.List;

/// Collects the calls in a part of a script.
public final class Calls {
    private final List<Expression.Call> calls = new ArrayList<>();

    private Calls() {}

    /// Collects the calls of a whole script.
    ///
    /// @param script any
    /// @return in the order of the text, an outer call before those in its arguments
    public static List<Expression.Call> of(Script script) {
        Calls collector = new Calls();
        for (Declaration declaration : script.declarations()) {
            switch (declaration) {
                case Declaration.Option option -> collector.visit(option.value());
                case Declaration.Constant constant -> collector.visit(constant.value());
                case Declaration.Function function -> collector.visitAll(function.body());
                case Declaration.GraphDeclaration graph -> collector.visitAll(graph.body());
            }
        }
        return collector.calls;
    }

    /// Collects the calls of statements.
    ///
    /// @param statements any
    /// @return in the order of the text, an outer call before those in its arguments
    public static List<Expression.Call> of(List<Statement> statements) {
        Calls collector = new Calls();
        collector.visitAll(statements);
        return collector.calls;
    }

    private void visitAll(List<Statement> statements) {
        statements.forEach(this::visit);
    }

    private void visit(Statement statement) {
        switch (statement) {
            case Statement.Binding binding -> {
                visit(binding.value());
                binding.attributes().forEach(attribute -> visit(attribute.value()));
            }
            case Statement.State state -> state.type().dims().forEach(this::visit);
            case Statement.For loop -> {
                visit(loop.from());
                visit(loop.to());
                visitAll(loop.body());
            }
            case Statement.If branch -> {
                visit(branch.condition());
                visitAll(branch.then());
                visitAll(branch.otherwise());
            }
            case Statement.Return returned -> returned.values().forEach(this::visit);
            case Statement.Load load -> visitAll(load.body());
        }
    }

    private void visit(Expression expression) {
        switch (expression) {
            case Expression.Call call -> {
                calls.add(call);
                call.arguments().forEach(argument -> visit(argument.value()));
            }
            case Expression.Binary binary -> {
                visit(binary.left());
                visit(binary.right());
            }
            case Expression.Unary unary -> visit(unary.operand());
            case Expression.Index index -> {
                visit(index.list());
                visit(index.index());
            }
            case Expression.ListLiteral list -> list.elements().forEach(this::visit);
            case Expression.StringLiteral string -> string.parts().forEach(this::visit);
            case Expression.IntegerLiteral literal -> {}
            case Expression.FloatLiteral literal -> {}
            case Expression.BooleanLiteral literal -> {}
            case Expression.Name name -> {}
        }
    }

    private void visit(Expression.Part part) {
        if (part instanceof Expression.Part.Interpolation interpolation) {
            visit(interpolation.expression());
        }
    }
}
