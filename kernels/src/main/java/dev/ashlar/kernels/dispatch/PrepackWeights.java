// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

/// Whether a dispatch may bring a weight into the order of the fastest kernel.
///
/// A relayout copies the whole weight, so a step that does it at every call is wrong; [Ops] does it once per weight.
public enum PrepackWeights {
    /// A kernel for the order that the weight has.
    KEEP,
    /// The fastest kernel, after a relayout if it reads another order.
    PREPACK
}
