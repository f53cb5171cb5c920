// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import java.util.Locale;

/// How a kernel computes with quantized weights; part of its key, because it changes the result.
public enum Numerics {
    /// Dequantized weight times f32 activation.
    ///
    /// A dot product keeps eight interleaved partial sums (`k mod 8`), each in increasing `k` by
    /// fused multiply-add, and adds them as `((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))`.
    EXACT,
    /// Activations quantized to int8 as ggml does, integer dot products.
    ///
    /// The integer sum of a block is exact; per output row the blocks follow in increasing order into one f32
    /// accumulator by fused multiply-add.
    Q8;

    /// Returns the name that options and scripts use.
    ///
    /// @return lower case
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
