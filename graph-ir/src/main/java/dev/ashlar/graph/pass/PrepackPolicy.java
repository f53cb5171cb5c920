// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

/// Whether weights may be relaid out when a graph is loaded.
public enum PrepackPolicy {
    /// Where a kernel of another order pays for it.
    AUTO,
    /// Never: only kernels that read the stored order are taken.
    OFF
}
