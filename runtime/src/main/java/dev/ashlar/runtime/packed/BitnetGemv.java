// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;

/// The matrix-vector product of BitNet b1.58: ternary weights, activations of 8 bits with one scale for the vector.
///
/// Reads [LayoutClass#BLOCKED_ROW_MAJOR], the order of files and of [TernaryCodec].
public final class BitnetGemv {
    private static final int GREATEST = 127;

    private BitnetGemv() {}

    /// Activations quantized by their largest magnitude: `x = q / scale`.
    ///
    /// @param values -127 to 127
    /// @param scale 127 divided by the largest magnitude, 1 for a vector of zeros
    public record Activations(byte[] values, float scale) {
        /// Copies the values.
        public Activations {
            values = values.clone();
        }

        /// Quantizes a vector.
        ///
        /// @param x finite values
        /// @return its quants, rounded to nearest, ties to even
        public static Activations of(float[] x) {
            float largest = 0;
            for (float value : x) {
                largest = Math.max(largest, Math.abs(value));
            }
            float scale = largest == 0 ? 1 : GREATEST / largest;
            byte[] values = new byte[x.length];
            for (int i = 0; i < x.length; i++) {
                values[i] = (byte) Math.clamp(Math.rint(x[i] * scale), -GREATEST, GREATEST);
            }
            return new Activations(values, scale);
        }

        @Override
        public byte[] values() {
            return values.clone();
        }
    }

    /// Computes `dst[o] = sum over b of d(o, b) * isum(o, b) / scale`, block by block in increasing order.
    ///
    /// The integer sum of a block is exact; products are added by fused multiply-add.
    ///
    /// @param weight `[out, in]` of TQ1_0 or TQ2_0, row-major
    /// @param x `in` quants
    /// @return `f32[out]`
    public static float[] multiply(TensorView weight, Activations x) {
        TernaryCodec.requireTernary(weight.format());
        if (weight.rank() != 2 || weight.layoutClass() != LayoutClass.BLOCKED_ROW_MAJOR) {
            throw new IllegalArgumentException(
                    "bitnet_gemv: found %s, expected a weight [out, in] in row_major".formatted(weight));
        }
        byte[] quants = x.values();
        if (quants.length != weight.dim(1)) {
            throw new IllegalArgumentException(
                    "bitnet_gemv: found %d activations, expected %d".formatted(quants.length, weight.dim(1)));
        }
        float[] result = new float[Math.toIntExact(weight.dim(0))];
        float[] digits = new float[weight.format().blockElements()];
        int blocks = quants.length / digits.length;
        for (int row = 0; row < result.length; row++) {
            float sum = 0;
            for (int block = 0; block < blocks; block++) {
                long at = (long) row * blocks + block;
                TernaryCodec.digits(weight, at, digits);
                int isum = 0;
                for (int i = 0; i < digits.length; i++) {
                    isum += (int) digits[i] * quants[block * digits.length + i];
                }
                sum = Math.fma(TernaryCodec.scale(weight, at), (float) isum, sum);
            }
            result[row] = sum / x.scale();
        }
        return result;
    }
}
