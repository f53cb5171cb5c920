// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes Q4_K: 4-bit integers in groups of 32 with 6-bit scales and minima.
final class Q4_KQuantizer implements BlockQuantizer {
    private final AffineSuperBlock block = new AffineSuperBlock(new AffineFit(15, 5, 0.25f), 32, 15, 63);
    private final int[] quants = new int[256];

    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        block.search(src, srcOffset);
        block.quants(src, srcOffset, quants);
        Encoding.putF16(dst, dstOffset, block.d());
        Encoding.putF16(dst, dstOffset + 2, block.dmin());
        SixBitPairs.put(block, dst, dstOffset + 4);
        for (int i = 0; i < 128; i++) {
            int at = i / 32 * 64 + i % 32;
            dst[dstOffset + 16 + i] = (byte) (quants[at] | quants[at + 32] << 4);
        }
    }
}
