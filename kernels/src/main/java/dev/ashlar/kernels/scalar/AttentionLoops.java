// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

/// The inner loops of [Attention], bound to it when it is made; every family gives the same bits.
public interface AttentionLoops {
    /// Bytes of scratch memory that a loop may use.
    int SCRATCH_BYTES = 64;

    /// Widens half-precision floats.
    ///
    /// @param src address of `f16[count]`
    /// @param dst address of `f32[count]`
    /// @param count a multiple of the size of a head
    void widen(long src, long dst, int count);

    /// Writes `scores[s] = scale * sum_i query[i] * keys[s, i]`, the sum in the exact order.
    ///
    /// @param query address of `f32[size]`
    /// @param keys address of the first row `f32[size]`
    /// @param stride bytes from one row to the next
    /// @param count number of rows
    /// @param size of a head
    /// @param scale factor of the scores
    /// @param scores address of `f32[count]`
    /// @param scratch address of [#SCRATCH_BYTES]
    void score(long query, long keys, long stride, int count, int size, float scale, long scores, long scratch);

    /// Replaces scores by `exp(score - max)` and returns their sum in the exact order.
    ///
    /// @param scores address of `f32[count]`
    /// @param count at least 1
    /// @param scratch address of [#SCRATCH_BYTES]
    /// @return the sum
    float exponentials(long scores, int count, long scratch);

    /// Adds `weights[s] * values[s, i]` to `y[i]`, in increasing `s` by fused multiply-add.
    ///
    /// @param weights address of `f32[count]`
    /// @param values address of the first row `f32[size]`
    /// @param stride bytes from one row to the next
    /// @param count number of rows
    /// @param y address of `f32[size]`
    /// @param size of a head
    void weigh(long weights, long values, long stride, int count, long y, int size);
}
