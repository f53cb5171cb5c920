// SPDX-License-Identifier: Apache-2.0

/// Kernels that are obviously right: float64 arithmetic, weights through their codec, no speed.
///
/// May import dev.ashlar.kernels.common and dev.ashlar.runtime. Start at
/// [dev.ashlar.kernels.reference.ReferenceKernels].
package dev.ashlar.kernels.reference;
