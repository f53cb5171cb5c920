// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.TiledRows.ROW0;
import static dev.ashlar.kernels.vector.TiledRows.ROW1;
import static dev.ashlar.kernels.vector.TiledRows.ROW2;
import static dev.ashlar.kernels.vector.TiledRows.ROW3;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;
import static dev.ashlar.kernels.vector.Width.signedBytes;
import static dev.ashlar.kernels.vector.Width.toFloats;
import static dev.ashlar.kernels.vector.Width.widen;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/// Q8_0 times Q8_0 activations. One token: two products are added in 16 bits before they are widened. They
/// are those of the negated activation, because `2 * -128 * 128` fits and `2 * -128 * -128` does not; our
/// quantizer makes no -128, but a script may bring activations of its own. Many tokens: whole numbers in f32
/// lanes, where fused multiply-add is exact below 2^24 and takes one instruction.
///
/// One token 25 G weights/s a core from the cache (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-29),
/// 128 tokens 48 G multiply-adds/s (the same, 2026-11-30).
final class Q8_0Tile implements Q8Tile {
    private static final int QUANTS = 2 * TILE;
    private static final int X_QUANTS = 2;
    private static final long VECTOR = 4L * Width.FLOAT_LANES;
    private static final long HALF_PANEL_BYTES = 32 * 4 * FloatProduct.ROWS;

    @Override
    public int preparedBytes() {
        return 0;
    }

    @Override
    public void prepare(long x, long dst) {}

    @Override
    public void multiply(
            long tile0, long tile1, long tile2, long tile3, long x, long prepared, long accumulators, long scratch) {
        for (int half = 0; half < 2; half++) {
            long w0 = half == 0 ? tile0 + ROW0 : tile2 + ROW2;
            long w1 = half == 0 ? tile1 + ROW1 : tile3 + ROW3;
            multiply(w0 + QUANTS, w1 + QUANTS, x + X_QUANTS, scratch + 4 * VECTOR * half);
        }
        Sums.addInts(scratch, Memory.f16(x), tile0, tile1, tile2, tile3, accumulators);
    }

    private static void multiply(long weight0, long weight1, long x, long dst) {
        IntVector a0 = IntVector.zero(Width.INTS);
        IntVector a1 = a0;
        IntVector b0 = a0;
        IntVector b1 = a0;
        long w0 = weight0;
        long w1 = weight1;
        for (int k = 0; k < 32; k += 2) {
            ShortVector x0 = ShortVector.broadcast(Width.SHORTS, (short) -Memory.i8(x + k));
            ShortVector x1 = ShortVector.broadcast(Width.SHORTS, (short) -Memory.i8(x + k + 1));
            ShortVector a = signedBytes(w0).mul(x0).add(signedBytes(w0 + TILE).mul(x1));
            ShortVector b = signedBytes(w1).mul(x0).add(signedBytes(w1 + TILE).mul(x1));
            a0 = a0.sub(widen(a, 0));
            a1 = a1.sub(widen(a, 1));
            b0 = b0.sub(widen(b, 0));
            b1 = b1.sub(widen(b, 1));
            w0 += 2 * TILE;
            w1 += 2 * TILE;
        }
        a0.intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, dst + VECTOR, Width.ORDER);
        b0.intoMemorySegment(Memory.ALL, dst + 2 * VECTOR, Width.ORDER);
        b1.intoMemorySegment(Memory.ALL, dst + 3 * VECTOR, Width.ORDER);
    }

    @Override
    public int multiplyBytes() {
        return 4 * PANEL;
    }

    @Override
    public int panelBytes() {
        return (int) (2 * HALF_PANEL_BYTES) + 4 * PANEL;
    }

    @Override
    public void unpack(long tile, int row, int vector, long dst) {
        long quantsAt = bounded(tile + QUANTS + row);
        long half = bounded(dst + (vector >> 1) * HALF_PANEL_BYTES + (vector & 1) * 2 * VECTOR);
        for (int k = 0; k < 32; k++) {
            ShortVector quants = signedBytes(quantsAt + offset(k) * TILE);
            long out = half + 4 * offset(k) * FloatProduct.ROWS;
            toFloats(widen(quants, 0)).intoMemorySegment(Memory.ALL, out, Width.ORDER);
            toFloats(widen(quants, 1)).intoMemorySegment(Memory.ALL, out + VECTOR, Width.ORDER);
        }
        Sums.unpackHalves(tile + 2L * row, dst + 2 * HALF_PANEL_BYTES + vector * 2 * VECTOR);
    }

    @Override
    public int productBytes(int tokens) {
        return 0;
    }

    @Override
    public void multiplyAll(
            long panel, long x, long tokenBytes, long summaries, int tokens, long accumulators, long scratch) {
        for (int token = 0; token < tokens; token += 2) {
            int next = Math.min(token + 1, tokens - 1);
            float dx0 = Memory.f16(x + token * tokenBytes);
            float dx1 = Memory.f16(x + next * tokenBytes);
            for (int half = 0; half < 2; half++) {
                long row = accumulators + 4L * PANEL * token + 4L * FloatProduct.ROWS * half;
                FloatProduct.addScaled(
                        32,
                        panel + half * HALF_PANEL_BYTES,
                        x + token * tokenBytes + X_QUANTS,
                        x + next * tokenBytes + X_QUANTS,
                        panel + 2 * HALF_PANEL_BYTES + 4L * FloatProduct.ROWS * half,
                        dx0,
                        dx1,
                        row,
                        row + 4 * PANEL);
            }
        }
    }
}
