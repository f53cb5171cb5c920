// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Rounding and storing, as the block formats need them.
final class Encoding {
    /// Adding and subtracting 1.5 * 2^23 leaves the nearest integer of a float below 2^22, ties to even.
    private static final float ROUNDER = 12582912f;

    private Encoding() {}

    static void putF16(byte[] dst, int offset, float value) {
        short bits = Float.floatToFloat16(value);
        dst[offset] = (byte) bits;
        dst[offset + 1] = (byte) (bits >> 8);
    }

    static void putI32(byte[] dst, int offset, int value) {
        for (int i = 0; i < 4; i++) {
            dst[offset + i] = (byte) (value >>> 8 * i);
        }
    }

    static float roundToF16(float value) {
        return Float.float16ToFloat(Float.floatToFloat16(value));
    }

    /// Returns the f16 nearest to a scale, but never zero for a scale that is not.
    static float nonZeroF16(float scale) {
        float rounded = roundToF16(scale);
        return rounded == 0 && scale != 0 ? Math.copySign(0x1p-24f, scale) : rounded;
    }

    /// Rounds to the nearest integer within bounds, ties to even; the value may be of any size.
    ///
    /// The bounds are applied to the integer, which costs far less than comparing floats: the searches live here.
    static int nearest(float value, int low, int high) {
        return Math.min(high, Math.max(low, (int) (value + ROUNDER - ROUNDER)));
    }

    /// Rounds to the nearest integer, ties away from zero, as C's `roundf` does.
    static int awayFromZero(float value) {
        return (int) (value + Math.copySign(0.5, value));
    }

    /// Returns one over a scale, and 0 for a scale of 0.
    static float inverse(float scale) {
        return scale == 0 ? 0 : 1 / scale;
    }

    /// Returns the first of the values with the largest magnitude, with its sign.
    static float extreme(float[] src, int offset, int count) {
        float result = 0;
        for (int i = 0; i < count; i++) {
            if (Math.abs(src[offset + i]) > Math.abs(result)) {
                result = src[offset + i];
            }
        }
        return result;
    }

    static float minimum(float[] src, int offset, int count) {
        float result = src[offset];
        for (int i = 1; i < count; i++) {
            result = Math.min(result, src[offset + i]);
        }
        return result;
    }

    static float maximum(float[] src, int offset, int count) {
        float result = src[offset];
        for (int i = 1; i < count; i++) {
            result = Math.max(result, src[offset + i]);
        }
        return result;
    }
}
