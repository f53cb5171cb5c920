// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes TQ1_0: -1, 0 or 1 times the largest magnitude, five of these to a byte.
///
/// Bytes 0 to 31 hold elements `m + 32 n`, bytes 32 to 47 elements `160 + m + 16 n` for `n` = 0 to 4; bytes 48 to 51
/// hold elements `240 + m + 4 n` for `n` = 0 to 3. A byte is the fraction `number / 243` in 256ths, rounded up, of
/// the five digits (the fifth is 0 in the last four bytes) read as a number to base 3.
final class TQ1_0Quantizer implements BlockQuantizer {
    private static final int FIVE_DIGITS = 243;

    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        float d = Math.abs(Encoding.extreme(src, srcOffset, 256));
        float inverse = Encoding.inverse(d);
        for (int m = 0; m < 32; m++) {
            dst[dstOffset + m] = digits(src, srcOffset + m, 32, 5, inverse);
        }
        for (int m = 0; m < 16; m++) {
            dst[dstOffset + 32 + m] = digits(src, srcOffset + 160 + m, 16, 5, inverse);
        }
        for (int m = 0; m < 4; m++) {
            dst[dstOffset + 48 + m] = digits(src, srcOffset + 240 + m, 4, 4, inverse);
        }
        Encoding.putF16(dst, dstOffset + 52, d);
    }

    private static byte digits(float[] src, int offset, int step, int count, float inverse) {
        int number = 0;
        for (int n = 0; n < 5; n++) {
            int digit = n < count ? Encoding.awayFromZero(src[offset + n * step] * inverse) + 1 : 0;
            number = 3 * number + digit;
        }
        return (byte) Math.ceilDiv(256 * number, FIVE_DIGITS);
    }
}
