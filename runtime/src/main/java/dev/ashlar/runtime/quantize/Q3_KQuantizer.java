// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import java.util.Arrays;

/// Encodes Q3_K: signed 3-bit integers in groups of 16 with signed 6-bit scales.
final class Q3_KQuantizer implements BlockQuantizer {
    private static final int SCALES = 96;

    private final SymmetricSuperBlock block = new SymmetricSuperBlock(new SymmetricFit(-4, 3, 6, 0.2f), -4, -32);
    private final int[] quants = new int[256];

    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        block.search(src, srcOffset);
        block.quants(src, srcOffset, quants);
        Arrays.fill(dst, dstOffset, dstOffset + 110, (byte) 0);
        for (int i = 0; i < 256; i++) {
            int quant = quants[i] + 4;
            dst[dstOffset + i % 32] |= (byte) (quant >> 2 << i / 32);
            dst[dstOffset + 32 + i / 128 * 32 + i % 32] |= (byte) ((quant & 3) << i % 128 / 32 * 2);
        }
        for (int group = 0; group < SymmetricSuperBlock.GROUPS; group++) {
            int scale = block.scale(group) + 32;
            dst[dstOffset + SCALES + group % 8] |= (byte) ((scale & 0xf) << group / 8 * 4);
            dst[dstOffset + SCALES + 8 + group % 4] |= (byte) (scale >> 4 << group / 4 * 2);
        }
        Encoding.putF16(dst, dstOffset + 108, block.d());
    }
}
