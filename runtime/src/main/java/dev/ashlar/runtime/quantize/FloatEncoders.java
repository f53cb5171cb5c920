// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encoders of the dense formats, whose block is one value.
final class FloatEncoders {
    private FloatEncoders() {}

    static void f32(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        Encoding.putI32(dst, dstOffset, Float.floatToRawIntBits(src[srcOffset]));
    }

    static void f16(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        Encoding.putF16(dst, dstOffset, src[srcOffset]);
    }

    /// Rounds to nearest, ties to even.
    static void bf16(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        int bits = Float.floatToIntBits(src[srcOffset]);
        int rounded = Float.isNaN(src[srcOffset]) ? bits : bits + 0x7fff + (bits >>> 16 & 1);
        dst[dstOffset] = (byte) (rounded >> 16);
        dst[dstOffset + 1] = (byte) (rounded >> 24);
    }
}
