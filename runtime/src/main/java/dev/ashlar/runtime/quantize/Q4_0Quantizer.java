// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes Q4_0: the value of largest magnitude becomes -8, `d` is an eighth of it with the sign turned.
final class Q4_0Quantizer implements BlockQuantizer {
    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        float d = Encoding.extreme(src, srcOffset, 32) / -8;
        float inverse = Encoding.inverse(d);
        Encoding.putF16(dst, dstOffset, d);
        for (int i = 0; i < 16; i++) {
            int low = Math.min(15, (int) (src[srcOffset + i] * inverse + 8.5f));
            int high = Math.min(15, (int) (src[srcOffset + 16 + i] * inverse + 8.5f));
            dst[dstOffset + 2 + i] = (byte) (low | high << 4);
        }
    }
}
