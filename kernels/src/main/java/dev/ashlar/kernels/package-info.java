// SPDX-License-Identifier: Apache-2.0

/// The standard kernels: which families there are, and the registry of those that this JVM can run.
///
/// May import the kernel families and dev.ashlar.runtime. Start at [dev.ashlar.kernels.StandardKernels].
package dev.ashlar.kernels;
