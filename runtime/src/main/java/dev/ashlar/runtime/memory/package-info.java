// SPDX-License-Identifier: Apache-2.0

/// Raw access to off-heap memory by address, for kernels, and large blocks of it.
///
/// May import the JDK only. Start at [dev.ashlar.runtime.memory.Memory].
package dev.ashlar.runtime.memory;
