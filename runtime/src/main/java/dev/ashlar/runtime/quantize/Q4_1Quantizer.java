// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes Q4_1: 16 steps `d` from the smallest value `m` to the largest.
final class Q4_1Quantizer implements BlockQuantizer {
    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        float min = Encoding.minimum(src, srcOffset, 32);
        float d = (Encoding.maximum(src, srcOffset, 32) - min) / 15;
        float inverse = Encoding.inverse(d);
        Encoding.putF16(dst, dstOffset, d);
        Encoding.putF16(dst, dstOffset + 2, min);
        for (int i = 0; i < 16; i++) {
            int low = Math.min(15, (int) ((src[srcOffset + i] - min) * inverse + 0.5f));
            int high = Math.min(15, (int) ((src[srcOffset + 16 + i] - min) * inverse + 0.5f));
            dst[dstOffset + 4 + i] = (byte) (low | high << 4);
        }
    }
}
