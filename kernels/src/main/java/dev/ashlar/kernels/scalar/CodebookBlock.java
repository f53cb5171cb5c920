// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Reads formats of 32 whose nibbles index sixteen whole numbers, packed into a long by eights: IQ4_NL and MXFP4. The
/// scale is f16 in IQ4_NL, the exponent of a power of two in MXFP4; the low nibbles are the first half.
final class CodebookBlock extends IntegerBlock {
    /// The values -127 -104 -83 -65 -49 -35 -22 -10 and 1 13 25 38 53 69 89 113, lowest byte first.
    private static final long IQ4_NL_FIRST = 0xf6eaddcfbfad9881L;

    private static final long IQ4_NL_SECOND = 0x7159453526190d01L;

    /// Twice the E2M1 values: 0 1 2 3 4 6 8 12 and the same negated.
    private static final long E2M1_FIRST = 0x0c08060403020100L;

    private static final long E2M1_SECOND = 0xf4f8fafcfdfeff00L;

    private final long first;
    private final long second;
    private final boolean exponent;

    private CodebookBlock(long first, long second, boolean exponent) {
        super(32, Form.SCALED);
        this.first = first;
        this.second = second;
        this.exponent = exponent;
    }

    static CodebookBlock iq4Nl() {
        return new CodebookBlock(IQ4_NL_FIRST, IQ4_NL_SECOND, false);
    }

    /// The scale is `2^(e - 128)`, half of the format's own.
    static CodebookBlock mxfp4() {
        return new CodebookBlock(E2M1_FIRST, E2M1_SECOND, true);
    }

    static int iq4NlValue(int index) {
        return value(IQ4_NL_FIRST, IQ4_NL_SECOND, index);
    }

    static int mxfp4Value(int index) {
        return value(E2M1_FIRST, E2M1_SECOND, index);
    }

    @Override
    void unpack(long block, long dst) {
        long quants = block + (exponent ? 1 : 2);
        for (int k = 0; k < 16; k++) {
            int packed = Memory.u8(quants + k);
            Memory.putI16(dst + 2L * k, value(first, second, packed & 15));
            Memory.putI16(dst + 32 + 2L * k, value(first, second, packed >> 4));
        }
    }

    private static short value(long first, long second, int index) {
        return (byte) ((index < 8 ? first : second) >>> 8 * (index & 7));
    }

    @Override
    float scale(long block) {
        if (!exponent) {
            return Memory.f16(block);
        }
        int e = Memory.u8(block);
        return Float.intBitsToFloat(e < 2 ? 0x200000 << e : e - 1 << 23);
    }
}
