// SPDX-License-Identifier: Apache-2.0

/// Matrix products of tensor views without a graph: the choice of a kernel, with reasons, and its run.
///
/// May import dev.ashlar.kernels.common and dev.ashlar.runtime. Start at [dev.ashlar.kernels.dispatch.Ops].
package dev.ashlar.kernels.dispatch;
