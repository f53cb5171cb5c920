// SPDX-License-Identifier: Apache-2.0

/// Loads the weights of a GGUF file in the form that their user asks for, and in no other.
///
/// May import format, tensor, trace, gguf, quantize and packed. Start at
/// [dev.ashlar.runtime.load.StreamingGgufParametersLoader].
package dev.ashlar.runtime.load;
