// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import java.util.Arrays;

/// Encodes Q2_K: 2-bit integers in groups of 16 with 4-bit scales and minima.
final class Q2_KQuantizer implements BlockQuantizer {
    private final AffineSuperBlock block = new AffineSuperBlock(new AffineFit(3, 8, 0.16f), 16, 3, 15);
    private final int[] quants = new int[256];

    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        block.search(src, srcOffset);
        block.quants(src, srcOffset, quants);
        for (int group = 0; group < 16; group++) {
            dst[dstOffset + group] = (byte) (block.scale(group) | block.minimum(group) << 4);
        }
        Arrays.fill(dst, dstOffset + 16, dstOffset + 80, (byte) 0);
        for (int i = 0; i < 256; i++) {
            dst[dstOffset + 16 + i / 128 * 32 + i % 32] |= (byte) (quants[i] << i % 128 / 32 * 2);
        }
        Encoding.putF16(dst, dstOffset + 80, block.d());
        Encoding.putF16(dst, dstOffset + 82, block.dmin());
    }
}
