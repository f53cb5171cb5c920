// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes Q8_0: the largest magnitude becomes 127; ties are rounded away from zero.
final class Q8_0Quantizer implements BlockQuantizer {
    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        float d = Math.abs(Encoding.extreme(src, srcOffset, 32)) / 127;
        float inverse = Encoding.inverse(d);
        Encoding.putF16(dst, dstOffset, d);
        for (int i = 0; i < 32; i++) {
            dst[dstOffset + 2 + i] = (byte) Encoding.awayFromZero(src[srcOffset + i] * inverse);
        }
    }
}
