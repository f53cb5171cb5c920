// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;

/// The graph as one pass left it.
///
/// @param pass name of the pass
/// @param graph after it
public record Snapshot(String pass, Graph graph) {}
