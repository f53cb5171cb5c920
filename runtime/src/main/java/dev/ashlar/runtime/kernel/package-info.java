// SPDX-License-Identifier: Apache-2.0

/// The kernel interface: keys, signatures, the registry and the selection of a kernel.
///
/// May import format and tensor. Start at [dev.ashlar.runtime.kernel.Kernel].
package dev.ashlar.runtime.kernel;
