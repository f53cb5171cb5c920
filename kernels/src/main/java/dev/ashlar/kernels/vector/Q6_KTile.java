// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.unsignedBytes;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/// Q6_K times Q8_K activations. One token: see [Q6_KOneToken]. Many tokens: see [GroupProduct]; weights and
/// scales are unpacked negated, because 8 products of `(32 - q) * x`, from `-8 * 32 * 128` to `8 * 32 * 127`,
/// fit 16 bits, and those of `(q - 32) * x` do not.
///
/// Each half of 128 elements has 64 bytes of low nibbles and 32 of upper bit pairs; pair byte `l` belongs to
/// elements `l`, `l + 32`, `l + 64` and `l + 96`.
///
/// 128 tokens 62 G multiply-adds/s (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-30).
final class Q6_KTile implements Q8Tile {
    private static final int PAIRS = 128 * TILE;
    private static final int SCALES = 192 * TILE;
    private static final int D = 208 * TILE;
    private static final long VECTOR = 2L * Width.LANES;
    private static final long ROWS_OF_SHORTS = 2L * PANEL;
    private static final long ROWS_OF_FLOATS = 4L * PANEL;
    private static final long D_AT = 16 * ROWS_OF_SHORTS;
    private static final long HEADER = D_AT + ROWS_OF_FLOATS;

    /// For many tokens, scales follow as `i32[16][PANEL]`.
    private static final long WIDE_SCALES_AT = HEADER;

    private static final long WEIGHTS_AT = WIDE_SCALES_AT + 16 * ROWS_OF_FLOATS;

    /// The largest sum of absolute activations of a group that 16 bits have room for.
    private static final int MOST_SUM = Short.MAX_VALUE / 32;

    private static final GroupProduct GROUPS = new GroupProduct(16);

    @Override
    public int preparedBytes() {
        return Q6_KOneToken.PREPARED_BYTES;
    }

    @Override
    public void prepare(long x, long dst) {
        Q6_KOneToken.prepare(x, dst);
    }

    @Override
    public int bytesAhead() {
        return 1 << 18;
    }

    @Override
    public int multiplyBytes() {
        return Q6_KOneToken.SCRATCH_BYTES;
    }

    @Override
    public void multiply(
            long tile0, long tile1, long tile2, long tile3, long x, long prepared, long accumulators, long scratch) {
        Q6_KOneToken.multiply(tile0, tile1, tile2, tile3, x, prepared, accumulators, scratch);
    }

    /// Joins a nibble with the bit pair above it.
    private static ShortVector quant(ShortVector low, ShortVector high) {
        return low.and((short) 15).or(high.and((short) 0x30));
    }

    private static void unpackHeader(long tile, int row, int vector, long header) {
        for (int j = 0; j < 16; j++) {
            Width.signedBytes(tile + SCALES + (long) j * TILE + row)
                    .neg()
                    .intoMemorySegment(Memory.ALL, header + j * ROWS_OF_SHORTS + vector * VECTOR, Width.ORDER);
        }
        Sums.unpackHalves(tile + D + 2L * row, header + D_AT + vector * 2 * VECTOR);
    }

    @Override
    public int panelBytes() {
        return (int) (WEIGHTS_AT + 256 * ROWS_OF_SHORTS);
    }

    @Override
    public void unpack(long tile, int row, int vector, long dst) {
        unpackHeader(tile, row, vector, dst);
        SuperBlock.widenScales(16, dst + vector * VECTOR, dst + WIDE_SCALES_AT + 2 * vector * VECTOR);
        long out = dst + WEIGHTS_AT + vector * VECTOR;
        for (int l = 0; l < 64; l++) {
            int half = l >> 5;
            int element = 128 * half + (l & 31);
            ShortVector pairs = unsignedBytes(tile + PAIRS + (long) l * TILE + row);
            long low = tile + (long) (64 * half + (l & 31)) * TILE + row;
            ShortVector bytes = unsignedBytes(low);
            put(bytes, pairs.lanewise(VectorOperators.LSHL, 4), out, element);
            put(bytes.lanewise(VectorOperators.LSHR, 4), pairs, out, element + 64);
            bytes = unsignedBytes(low + 32 * TILE);
            put(bytes, pairs.lanewise(VectorOperators.LSHL, 2), out, element + 32);
            put(bytes.lanewise(VectorOperators.LSHR, 4), pairs.lanewise(VectorOperators.LSHR, 2), out, element + 96);
        }
    }

    private static void put(ShortVector low, ShortVector high, long dst, int element) {
        ShortVector.broadcast(Width.SHORTS, (short) 32)
                .sub(quant(low, high))
                .intoMemorySegment(Memory.ALL, dst + element * ROWS_OF_SHORTS, Width.ORDER);
    }

    @Override
    public int summaryBytes() {
        return 4;
    }

    /// Writes whether whole groups fit.
    @Override
    public void summarize(long x, long dst, long scratch) {
        Memory.putI32(dst, SuperBlock.fits(x, 16, MOST_SUM, scratch) ? 1 : 0);
    }

    @Override
    public int productBytes(int tokens) {
        return (int) (ROWS_OF_FLOATS * (tokens + 1)) + GroupProduct.scratchBytes();
    }

    @Override
    public void multiplyAll(
            long panel, long x, long tokenBytes, long summaries, int tokens, long accumulators, long scratch) {
        GROUPS.run(
                panel + WEIGHTS_AT,
                panel + WIDE_SCALES_AT,
                x,
                tokenBytes,
                summaries,
                summaryBytes(),
                tokens,
                scratch,
                scratch + ROWS_OF_FLOATS * (tokens + 1));
        for (int token = 0; token < tokens; token++) {
            SuperBlock.finish(
                    scratch + ROWS_OF_FLOATS * token,
                    Memory.f32(x + token * tokenBytes),
                    panel + D_AT,
                    accumulators + ROWS_OF_FLOATS * token);
        }
    }
}
