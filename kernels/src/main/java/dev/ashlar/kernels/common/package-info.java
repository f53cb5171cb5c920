// SPDX-License-Identifier: Apache-2.0

/// What the kernel families share: descriptors by naming rule, sizes of a call, addresses of weight blocks.
///
/// May import dev.ashlar.runtime. Start at [dev.ashlar.kernels.common.WeightGrid].
package dev.ashlar.kernels.common;
