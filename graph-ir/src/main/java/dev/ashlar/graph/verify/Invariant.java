// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.runtime.kernel.KernelRegistry;

/// Something that holds of every graph, from some stage on.
interface Invariant {
    /// Returns the stage from which on it holds.
    Stage since();

    /// Reports every place where it does not hold.
    ///
    /// @param graph any
    /// @param registry the kernels that the graph may name
    /// @param violations receives the places
    void check(Graph graph, KernelRegistry registry, Violations violations);
}
