// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.kernel.Attributes;

/// What an operation's rule gives.
///
/// @param type of the result
/// @param attributes complete: defaults filled in, axes counted from the outermost
public record Inferred(TensorType type, Attributes attributes) {}
