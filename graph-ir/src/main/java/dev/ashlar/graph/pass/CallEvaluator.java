// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.syntax.Declaration;
import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Evaluates calls: of functions of the script, of builtins, of operations.
final class CallEvaluator {
    /// An argument with its value.
    record Evaluated(Optional<String> name, Staged value, Expression.Argument written) {}

    private final Evaluation evaluation;
    private final Builtins builtins;
    private final OperationCall operations;

    CallEvaluator(Evaluation evaluation) {
        this.evaluation = evaluation;
        this.builtins = new Builtins(evaluation);
        this.operations = new OperationCall(evaluation);
    }

    Staged call(Expression.Call call, Scope scope, Target target) {
        List<Evaluated> arguments = new ArrayList<>();
        for (Expression.Argument argument : call.arguments()) {
            arguments.add(evaluated(argument, scope));
        }
        Declaration.Function function = evaluation.functions().get(call.callee());
        if (function == null) {
            target.attributes().forEach(attribute -> arguments.add(evaluated(attribute, scope)));
        } else if (!target.attributes().isEmpty()) {
            throw new EvaluationFailure(
                    target.attributes().getFirst().position(), "attributes after a call of a function");
        }
        if (arguments.stream().anyMatch(argument -> argument.value() instanceof Staged.Unknown)) {
            return new Staged.Unknown();
        }
        if (function != null) {
            return function(function, call, arguments, target);
        }
        return builtins.call(call, arguments, target).orElseGet(() -> operation(call, arguments, target));
    }

    private Evaluated evaluated(Expression.Argument argument, Scope scope) {
        Staged value = evaluation.expressions().evaluate(argument.value(), scope, Target.NONE);
        return new Evaluated(argument.name(), value, argument);
    }

    private Staged operation(Expression.Call call, List<Evaluated> arguments, Target target) {
        Op op = Ops.find(call.callee()).orElseThrow(() -> unknown(call));
        return operations.call(op, call, arguments, target);
    }

    private EvaluationFailure unknown(Expression.Call call) {
        List<String> known = new ArrayList<>(Ops.names());
        known.addAll(Builtins.NAMES);
        known.addAll(evaluation.functions().keySet());
        return new EvaluationFailure(
                call.calleePosition(),
                "no operation or function '%s'%s",
                call.callee(),
                Nearest.hint(call.callee(), known));
    }

    private Staged function(
            Declaration.Function function, Expression.Call call, List<Evaluated> arguments, Target target) {
        evaluation.budget().step(call.position());
        Scope inner = new Scope(evaluation.globals());
        List<String> open = new ArrayList<>(function.parameters());
        for (Evaluated argument : arguments) {
            String name = argument.name().orElseGet(() -> open.isEmpty() ? "" : open.getFirst());
            if (!open.remove(name)) {
                throw new EvaluationFailure(
                        argument.written().position(),
                        "function '%s' takes %s, this argument is one too many%s",
                        function.name(),
                        function.parameters(),
                        argument.name().map(n -> Nearest.hint(n, open)).orElse(""));
            }
            inner.bind(name, argument.value());
        }
        if (!open.isEmpty()) {
            throw new EvaluationFailure(
                    call.position(),
                    "function '%s' takes %s, %s missing",
                    function.name(),
                    function.parameters(),
                    open.size() == 1 ? "'" + open.getFirst() + "' is" : open + " are");
        }
        List<Staged> results = evaluation
                .statements()
                .function(function, inner, target)
                .orElseThrow(() -> new EvaluationFailure(
                        function.position(), "function '%s' ends without 'return'", function.name()));
        if (results.stream().anyMatch(Staged.Unknown.class::isInstance)) {
            return new Staged.Unknown();
        }
        return results.size() == 1 ? results.getFirst() : new Staged.Items(results);
    }
}
