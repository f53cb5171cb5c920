// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

/// Encodes Q6_K: signed 6-bit integers in groups of 16 with signed 8-bit scales.
final class Q6_KQuantizer implements BlockQuantizer {
    private static final int LOW_SCALE = -128;

    private final SymmetricSuperBlock block =
            new SymmetricSuperBlock(new SymmetricFit(-32, 31, 3, 0.4f), -32, LOW_SCALE);
    private final int[] quants = new int[256];

    @Override
    public void quantize(float[] src, int srcOffset, byte[] dst, int dstOffset) {
        block.search(src, srcOffset);
        block.quants(src, srcOffset, quants);
        for (int half = 0; half < 2; half++) {
            for (int i = 0; i < 32; i++) {
                int at = 128 * half + i;
                int a = quants[at] + 32;
                int b = quants[at + 32] + 32;
                int c = quants[at + 64] + 32;
                int e = quants[at + 96] + 32;
                dst[dstOffset + 64 * half + i] = (byte) (a & 0xf | c << 4);
                dst[dstOffset + 64 * half + 32 + i] = (byte) (b & 0xf | e << 4);
                dst[dstOffset + 128 + 32 * half + i] = (byte) (a >> 4 | b >> 4 << 2 | c >> 4 << 4 | e >> 4 << 6);
            }
        }
        for (int group = 0; group < SymmetricSuperBlock.GROUPS; group++) {
            dst[dstOffset + 192 + group] = (byte) block.scale(group);
        }
        Encoding.putF16(dst, dstOffset + 208, block.d());
    }
}
