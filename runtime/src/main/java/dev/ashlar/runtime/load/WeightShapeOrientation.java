// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

/// How the axes of a weight are named; the bytes are the same.
public enum WeightShapeOrientation {
    /// As a GGUF file counts them, fastest first: a weight is `[in, out]`, a transposed view of its bytes.
    AS_STORED,
    /// Outermost first: a weight is `[out, in]`, a stack of experts `[experts, out, in]`.
    OUT_IN
}
