// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes MXFP4: a shared power of two and 4-bit floats, of which the nearest is taken, the lower code on a tie.
///
/// The values of the codes are doubled, so that they are integers; the scale is halved.
final class MXFP4Quantizer implements BlockQuantizer {
    private static final int[] DOUBLED = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};
    private static final int BIAS = 127;

    /// The largest 4-bit float is 6, whose exponent is 2.
    private static final int LARGEST_EXPONENT = 2;

    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        int exponent = exponent(Math.abs(Encoding.extreme(src, srcOffset, 32)));
        float halfScale = Math.scalb(1f, exponent - BIAS - 1);
        dst[dstOffset] = (byte) exponent;
        for (int i = 0; i < 16; i++) {
            int low = code(src[srcOffset + i], halfScale);
            int high = code(src[srcOffset + 16 + i], halfScale);
            dst[dstOffset + 1 + i] = (byte) (low | high << 4);
        }
    }

    /// The logarithm is rounded to single precision, as in ggml: a value a hair below a power of two counts as it.
    private static int exponent(float magnitude) {
        if (magnitude == 0) {
            return 0;
        }
        float log = (float) (Math.log(magnitude) / Math.log(2));
        return Math.max(0, (int) Math.floor(log) - LARGEST_EXPONENT + BIAS);
    }

    private static int code(float value, float halfScale) {
        int best = 0;
        float least = Math.abs(value);
        for (int i = 1; i < DOUBLED.length; i++) {
            float distance = Math.abs(DOUBLED[i] * halfScale - value);
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }
}
