// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.syntax.Declaration.GraphDeclaration;
import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.ScriptException;
import dev.ashlar.graph.verify.Verifier;
import java.util.ArrayList;
import java.util.List;

/// Runs the passes in the order of their table.
public final class Pipeline {
    /// Whether the verifier runs after every pass.
    public enum Checking {
        /// It does: a violation is a bug of the pass.
        VERIFIED,
        /// It does not.
        UNVERIFIED
    }

    private Pipeline() {}

    /// Compiles one graph of a script.
    ///
    /// @param script parsed
    /// @param graphName which of its graphs
    /// @param context what it is compiled against
    /// @return the graph after the last pass, with every decision
    /// @throws ScriptException with everything that is wrong with the script
    public static Compiled compile(Script script, String graphName, CompileContext context) {
        return compile(script, graphName, context, Checking.UNVERIFIED);
    }

    /// Compiles one graph of a script.
    ///
    /// @param script parsed
    /// @param graphName which of its graphs
    /// @param context what it is compiled against
    /// @param checking whether the verifier runs after every pass
    /// @return the graph after the last pass, with every decision
    /// @throws ScriptException with everything that is wrong with the script
    /// @throws IllegalStateException if the verifier finds a violation: a bug of a pass
    public static Compiled compile(Script script, String graphName, CompileContext context, Checking checking) {
        return run(script, graphName, context, checking, PassTable.names().getLast());
    }

    /// Runs the first pass alone: a flat typed graph, for which no kernel is chosen yet.
    ///
    /// @param script parsed
    /// @param graphName which of its graphs
    /// @param context what it is compiled against
    /// @return the graph
    /// @throws ScriptException with everything that is wrong with the script
    public static Graph resolve(Script script, String graphName, CompileContext context) {
        return run(script, graphName, context, Checking.UNVERIFIED, "resolve").graph();
    }

    /// Returns the names of the passes.
    ///
    /// @return in order
    public static List<String> passes() {
        return PassTable.names();
    }

    private static Compiled run(
            Script script, String graphName, CompileContext compile, Checking checking, String last) {
        GraphDeclaration declaration = script.graph(graphName).orElseThrow(() -> unknown(script, graphName));
        PassContext context = new PassContext(script, declaration, compile);
        Graph graph =
                new Graph(graphName, List.of(), List.of(), List.of(), List.of(), List.of(), declaration.position());
        List<Snapshot> snapshots = new ArrayList<>();
        for (PassTable.Row row : PassTable.ROWS) {
            graph = row.pass().run(graph, context);
            context.diagnostics().throwIfAny();
            if (checking == Checking.VERIFIED) {
                verify(graph, row, context);
            }
            snapshots.add(new Snapshot(row.name(), graph));
            if (row.name().equals(last)) {
                break;
            }
        }
        return new Compiled(graph, context.decisions(), snapshots, context.warnings());
    }

    private static void verify(Graph graph, PassTable.Row row, PassContext context) {
        List<Diagnostic> violations =
                Verifier.verify(graph, row.stage(), context.compile().registry());
        if (!violations.isEmpty()) {
            throw new IllegalStateException("after pass '%s': %s\n%s"
                    .formatted(
                            row.name(),
                            new ScriptException(context.script().source(), violations).getMessage(),
                            graph));
        }
    }

    private static ScriptException unknown(Script script, String graphName) {
        List<String> known = script.graphNames();
        String message =
                "no graph '%s', the script has %s%s".formatted(graphName, known, Nearest.hint(graphName, known));
        return new ScriptException(script.source(), List.of(Diagnostic.of(Position.START, message)));
    }
}
