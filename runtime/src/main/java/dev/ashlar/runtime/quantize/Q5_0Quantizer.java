// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes Q5_0: the value of largest magnitude becomes -16, `d` is a sixteenth of it with the sign turned.
final class Q5_0Quantizer implements BlockQuantizer {
    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        float d = Encoding.extreme(src, srcOffset, 32) / -16;
        float inverse = Encoding.inverse(d);
        int fifthBits = 0;
        for (int i = 0; i < 16; i++) {
            int low = Math.min(31, (int) (src[srcOffset + i] * inverse + 16.5f));
            int high = Math.min(31, (int) (src[srcOffset + 16 + i] * inverse + 16.5f));
            dst[dstOffset + 6 + i] = (byte) (low & 0xf | high << 4);
            fifthBits |= low >> 4 << i | high >> 4 << i + 16;
        }
        Encoding.putF16(dst, dstOffset, d);
        Encoding.putI32(dst, dstOffset + 2, fifthBits);
    }
}
