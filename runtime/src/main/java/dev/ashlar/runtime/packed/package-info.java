// SPDX-License-Identifier: Apache-2.0

/// The packed-weight interface for converters and engines: the one sanctioned permutation of blocks, and fixtures to
/// test against.
///
/// May import format, tensor, trace and quantize. Start at [dev.ashlar.runtime.packed.PackedWeights].
package dev.ashlar.runtime.packed;
