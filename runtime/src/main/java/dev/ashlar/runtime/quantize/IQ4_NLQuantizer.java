// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes IQ4_NL: one of sixteen unevenly spaced values, times one f16 scale for 32.
///
/// As in [SymmetricFit] a row of scales is tried and each fitted to the codes that it gives.
final class IQ4_NLQuantizer implements BlockQuantizer {
    private static final int[] VALUES = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
    private static final int STEPS = 8;
    private static final float STEP_SIZE = 3;
    private static final byte[] NEAREST = nearestCodes();

    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        float d = Encoding.nonZeroF16(scale(src, srcOffset));
        float inverse = Encoding.inverse(d);
        Encoding.putF16(dst, dstOffset, d);
        for (int i = 0; i < 16; i++) {
            int low = code(src[srcOffset + i] * inverse);
            int high = code(src[srcOffset + 16 + i] * inverse);
            dst[dstOffset + 2 + i] = (byte) (low | high << 4);
        }
    }

    private static float scale(float[] src, int offset) {
        float extreme = Encoding.extreme(src, offset, 32);
        if (extreme == 0) {
            return 0;
        }
        float best = 0;
        float gain = -1;
        for (int end = 0; end < VALUES.length; end += VALUES.length - 1) {
            for (int step = -STEPS; step <= STEPS; step++) {
                float inverse = (VALUES[end] + step * STEP_SIZE) / extreme;
                float sumXv = 0;
                float sumVv = 0;
                for (int i = offset; i < offset + 32; i++) {
                    float value = VALUES[code(src[i] * inverse)];
                    sumXv += src[i] * value;
                    sumVv += value * value;
                }
                if (sumXv * sumXv > gain * sumVv) {
                    gain = sumXv * sumXv / sumVv;
                    best = sumXv / sumVv;
                }
            }
        }
        return best;
    }

    /// Returns the code of the value nearest to `scaled`: between two multiples of a half it is always the same.
    private static int code(float scaled) {
        return NEAREST[Encoding.nearest(scaled * 2 - 0.5f, -256, 255) + 256];
    }

    private static byte[] nearestCodes() {
        byte[] codes = new byte[512];
        for (int i = 0; i < codes.length; i++) {
            int quadrupled = 2 * (i - 256) + 1;
            int best = 0;
            for (int code = 1; code < VALUES.length; code++) {
                if (Math.abs(4 * VALUES[code] - quadrupled) < Math.abs(4 * VALUES[best] - quadrupled)) {
                    best = code;
                }
            }
            codes[i] = (byte) best;
        }
        return codes;
    }
}
