// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;

/// Rewrites a graph.
@FunctionalInterface
interface Pass {
    /// Returns the rewritten graph.
    ///
    /// @param graph that the verifier accepts
    /// @param context what else there is to read, and where to report
    /// @return a graph that the verifier accepts at the stage of the pass, unless errors were reported
    Graph run(Graph graph, PassContext context);
}
