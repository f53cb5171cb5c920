// SPDX-License-Identifier: Apache-2.0

/// Choosing the next token from logits.
///
/// Imports nothing of ours. Start at [dev.ashlar.inference.sampling.Sampler].
package dev.ashlar.inference.sampling;
