// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.halves;
import static dev.ashlar.kernels.vector.Width.signedBytes;
import static dev.ashlar.kernels.vector.Width.toFloats;
import static dev.ashlar.kernels.vector.Width.unsignedBytes;
import static dev.ashlar.kernels.vector.Width.widen;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/// The decoders of block formats for [LinearExactTiled].
final class FloatTiles {
    private static final long VECTOR = 4L * Width.FLOAT_LANES;

    private FloatTiles() {}

    private static void put(ShortVector quants, FloatVector d0, FloatVector d1, long dst) {
        toFloats(widen(quants, 0)).mul(d0).intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        toFloats(widen(quants, 1)).mul(d1).intoMemorySegment(Memory.ALL, dst + VECTOR, Width.ORDER);
    }

    /// `d * (q - 8)`.
    static final class Q4_0 implements FloatTile {
        @Override
        public void decode(long tile, int row, long dst, long stride) {
            FloatVector d0 = halves(tile + 2L * row);
            FloatVector d1 = halves(tile + 2L * row + VECTOR / 2);
            for (int k = 0; k < 16; k++) {
                ShortVector bytes = unsignedBytes(tile + 2 * TILE + (long) k * TILE + row);
                put(bytes.and((short) 15).sub((short) 8), d0, d1, dst + k * stride);
                put(bytes.lanewise(VectorOperators.LSHR, 4).sub((short) 8), d0, d1, dst + (k + 16) * stride);
            }
        }
    }

    /// `d * q`.
    static final class Q8_0 implements FloatTile {
        @Override
        public void decode(long tile, int row, long dst, long stride) {
            FloatVector d0 = halves(tile + 2L * row);
            FloatVector d1 = halves(tile + 2L * row + VECTOR / 2);
            for (int k = 0; k < 32; k++) {
                put(signedBytes(tile + 2 * TILE + (long) k * TILE + row), d0, d1, dst + k * stride);
            }
        }
    }

    /// `d * (scale * q) - dmin * min`.
    static final class Q4_K implements FloatTile {
        @Override
        public void decode(long tile, int row, long dst, long stride) {
            for (int j = 0; j < 8; j++) {
                long quants = tile + 16 * TILE + (long) (j >> 1) * 32 * TILE + row;
                decode(tile, row, j, quants, dst + 32 * j * stride, stride);
            }
        }

        private static void decode(long tile, int row, int j, long quants, long dst, long stride) {
            ShortVector scale = six(tile, row, j, 0);
            ShortVector min = six(tile, row, j, 4);
            FloatVector d0 = halves(tile + 2L * row);
            FloatVector d1 = halves(tile + 2L * row + VECTOR / 2);
            FloatVector m0 = halves(tile + 2 * TILE + 2L * row).mul(toFloats(widen(min, 0)));
            FloatVector m1 = halves(tile + 2 * TILE + 2L * row + VECTOR / 2).mul(toFloats(widen(min, 1)));
            int shift = 4 * (j & 1);
            for (int k = 0; k < 32; k++) {
                ShortVector quant = unsignedBytes(quants + (long) k * TILE)
                        .lanewise(VectorOperators.LSHR, shift)
                        .and((short) 15)
                        .mul(scale);
                long out = dst + k * stride;
                d0.mul(toFloats(widen(quant, 0))).sub(m0).intoMemorySegment(Memory.ALL, out, Width.ORDER);
                d1.mul(toFloats(widen(quant, 1))).sub(m1).intoMemorySegment(Memory.ALL, out + VECTOR, Width.ORDER);
            }
        }

        /// Returns a scale (field 0) or minimum (field 4) of six bits.
        private static ShortVector six(long tile, int row, int j, int field) {
            long bytes = tile + 4 * TILE + row;
            if (j < 4) {
                return unsignedBytes(bytes + (long) (j + field) * TILE).and((short) 63);
            }
            ShortVector low = unsignedBytes(bytes + (long) (j + 4) * TILE);
            ShortVector high = unsignedBytes(bytes + (long) (j - 4 + field) * TILE)
                    .and((short) 0xc0)
                    .lanewise(VectorOperators.LSHR, 2);
            return low.lanewise(VectorOperators.LSHR, field).and((short) 15).or(high);
        }
    }

    /// `d * scale * (q - 32)`.
    static final class Q6_K implements FloatTile {
        @Override
        public void decode(long tile, int row, long dst, long stride) {
            for (int j = 0; j < 16; j++) {
                decode(tile, row, j, dst + 16 * j * stride, stride);
            }
        }

        /// Decodes 16 elements: nibbles of the first or second 32 bytes of a half, low for its first 64 elements.
        private static void decode(long tile, int row, int j, long dst, long stride) {
            int half = j >> 3;
            int part = j >> 1 & 3;
            int first = 16 * (j & 1);
            ShortVector scale = signedBytes(tile + (192L + j) * TILE + row);
            FloatVector d0 = halves(tile + 208 * TILE + 2L * row).mul(toFloats(widen(scale, 0)));
            FloatVector d1 = halves(tile + 208 * TILE + 2L * row + VECTOR / 2).mul(toFloats(widen(scale, 1)));
            long low = tile + (64L * half + 32 * (part & 1) + first) * TILE + row;
            long high = tile + (128L + 32 * half + first) * TILE + row;
            for (int k = 0; k < 16; k++) {
                ShortVector nibble = unsignedBytes(low + (long) k * TILE)
                        .lanewise(VectorOperators.LSHR, 4 * (part >> 1))
                        .and((short) 15);
                ShortVector pair = unsignedBytes(high + (long) k * TILE)
                        .lanewise(VectorOperators.LSHR, 2 * part)
                        .and((short) 3);
                ShortVector quant =
                        nibble.or(pair.lanewise(VectorOperators.LSHL, 4)).sub((short) 32);
                put(quant, d0, d1, dst + k * stride);
            }
        }
    }
}
