// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes TQ2_0: -1, 0 or 1 times the largest magnitude, two bits each.
final class TQ2_0Quantizer implements BlockQuantizer {
    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        float d = Math.abs(Encoding.extreme(src, srcOffset, 256));
        float inverse = Encoding.inverse(d);
        for (int half = 0; half < 2; half++) {
            for (int m = 0; m < 32; m++) {
                int packed = 0;
                for (int n = 0; n < 4; n++) {
                    float value = src[srcOffset + 128 * half + 32 * n + m];
                    packed |= Encoding.awayFromZero(value * inverse) + 1 << 2 * n;
                }
                dst[dstOffset + 32 * half + m] = (byte) packed;
            }
        }
        Encoding.putF16(dst, dstOffset + 64, d);
    }
}
