// SPDX-License-Identifier: Apache-2.0

/// The native kernels, called through the foreign function interface.
///
/// May import dev.ashlar.kernels.nativecode and what that may. Start at [dev.ashlar.kernels.nativecode.ffm.FfmKernels].
package dev.ashlar.kernels.nativecode.ffm;
