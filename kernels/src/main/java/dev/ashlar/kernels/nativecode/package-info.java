// SPDX-License-Identifier: Apache-2.0

/// What the native kernel families share: the library, which is loaded from the jar, and the products it computes.
///
/// The kernels themselves are C (`src/main/c`). May import dev.ashlar.kernels.common and dev.ashlar.runtime. Start at
/// [dev.ashlar.kernels.nativecode.NativeLinear].
package dev.ashlar.kernels.nativecode;
