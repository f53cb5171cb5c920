// SPDX-License-Identifier: Apache-2.0

/// Tensors as views: layouts, block orders, and the relayout between them.
///
/// May import format, memory and trace. Start at `TensorView`.
package dev.ashlar.runtime.tensor;
