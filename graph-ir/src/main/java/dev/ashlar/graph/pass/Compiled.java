// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.syntax.Diagnostic;
import java.util.List;

/// A graph that can be executed, and how it came about.
///
/// @param graph after the last pass
/// @param decisions one per operation with a kernel, in the order of the body
/// @param snapshots the graph after every pass, in order
/// @param warnings e.g. that only a reference kernel was found
public record Compiled(Graph graph, List<Decision> decisions, List<Snapshot> snapshots, List<Diagnostic> warnings) {
    /// Copies the lists.
    public Compiled {
        decisions = List.copyOf(decisions);
        snapshots = List.copyOf(snapshots);
        warnings = List.copyOf(warnings);
    }
}
