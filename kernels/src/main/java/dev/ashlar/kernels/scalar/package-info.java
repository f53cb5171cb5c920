// SPDX-License-Identifier: Apache-2.0

/// Kernels as plain loops over memory, without vectors: for partial evaluation, and the twins that define the bits of
/// every faster family.
///
/// May import dev.ashlar.kernels.common and dev.ashlar.runtime. Start at [dev.ashlar.kernels.scalar.ScalarKernels].
package dev.ashlar.kernels.scalar;
