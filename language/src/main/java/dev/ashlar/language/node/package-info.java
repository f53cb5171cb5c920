// SPDX-License-Identifier: Apache-2.0

/// Execution of a lowered graph: one root node per kernel signature, the nodes of a graph's operations, the memory of
/// an instance, worker threads.
///
/// May import the runtime and Truffle, but neither the graph IR nor the other packages of this module. Start at
/// [dev.ashlar.language.node.GraphRoot], then [dev.ashlar.language.node.Instance].
package dev.ashlar.language.node;
