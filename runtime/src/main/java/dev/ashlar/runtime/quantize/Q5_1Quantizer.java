// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes Q5_1: 32 steps `d` from the smallest value `m` to the largest.
final class Q5_1Quantizer implements BlockQuantizer {
    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        float min = Encoding.minimum(src, srcOffset, 32);
        float d = (Encoding.maximum(src, srcOffset, 32) - min) / 31;
        float inverse = Encoding.inverse(d);
        int fifthBits = 0;
        for (int i = 0; i < 16; i++) {
            int low = Math.min(31, (int) ((src[srcOffset + i] - min) * inverse + 0.5f));
            int high = Math.min(31, (int) ((src[srcOffset + 16 + i] - min) * inverse + 0.5f));
            dst[dstOffset + 8 + i] = (byte) (low & 0xf | high << 4);
            fifthBits |= low >> 4 << i | high >> 4 << i + 16;
        }
        Encoding.putF16(dst, dstOffset, d);
        Encoding.putF16(dst, dstOffset + 2, min);
        Encoding.putI32(dst, dstOffset + 4, fifthBits);
    }
}
