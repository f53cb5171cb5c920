// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import java.util.Arrays;

/// Encodes Q5_K: 5-bit integers in groups of 32 with 6-bit scales and minima.
final class Q5_KQuantizer implements BlockQuantizer {
    private final AffineSuperBlock block = new AffineSuperBlock(new AffineFit(31, 5, 0.25f), 32, 31, 63);
    private final int[] quants = new int[256];

    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        block.search(src, srcOffset);
        block.quants(src, srcOffset, quants);
        Encoding.putF16(dst, dstOffset, block.d());
        Encoding.putF16(dst, dstOffset + 2, block.dmin());
        SixBitPairs.put(block, dst, dstOffset + 4);
        Arrays.fill(dst, dstOffset + 16, dstOffset + 48, (byte) 0);
        for (int i = 0; i < 128; i++) {
            int at = i / 32 * 64 + i % 32;
            int low = quants[at];
            int high = quants[at + 32];
            dst[dstOffset + 16 + i % 32] |= (byte) ((low >> 4 | high >> 4 << 1) << i / 32 * 2);
            dst[dstOffset + 48 + i] = (byte) (low & 0xf | high << 4);
        }
    }
}
