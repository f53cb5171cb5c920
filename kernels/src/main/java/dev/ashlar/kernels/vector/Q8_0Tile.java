// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.TiledRows.ROW0;
import static dev.ashlar.kernels.vector.TiledRows.ROW1;
import static dev.ashlar.kernels.vector.TiledRows.ROW2;
import static dev.ashlar.kernels.vector.TiledRows.ROW3;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.signedBytes;
import static dev.ashlar.kernels.vector.Width.toFloats;
import static dev.ashlar.kernels.vector.Width.widen;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/// Q8_0 times Q8_0 activations. One token: two products, `2 * 128 * 127`, fit 16 bits before they are widened. Many
/// tokens: whole numbers in f32 lanes, where fused multiply-add is exact below 2^24 and takes one instruction.
final class Q8_0Tile implements Q8Tile {
    private static final int QUANTS = 2 * TILE;
    private static final int X_QUANTS = 2;
    private static final long VECTOR = 4L * Width.FLOAT_LANES;
    private static final int HALF_PANEL_BYTES = 32 * 4 * FloatProduct.ROWS;

    @Override
    public int preparedBytes() {
        return 0;
    }

    @Override
    public void prepare(long x, long dst) {}

    @Override
    public void multiply(long tile0, long tile1, long tile2, long tile3, long x, long prepared, long accumulators) {
        multiply(tile0, ROW0, tile1, ROW1, x, accumulators);
        multiply(tile2, ROW2, tile3, ROW3, x, accumulators + 4 * VECTOR);
    }

    private static void multiply(long tile0, int row0, long tile1, int row1, long x, long accumulators) {
        IntVector a0 = IntVector.zero(Width.INTS);
        IntVector a1 = a0;
        IntVector b0 = a0;
        IntVector b1 = a0;
        long w0 = tile0 + row0 + QUANTS;
        long w1 = tile1 + row1 + QUANTS;
        for (int k = 0; k < 32; k += 2) {
            ShortVector x0 = ShortVector.broadcast(Width.SHORTS, (short) Memory.i8(x + X_QUANTS + k));
            ShortVector x1 = ShortVector.broadcast(Width.SHORTS, (short) Memory.i8(x + X_QUANTS + k + 1));
            ShortVector a = signedBytes(w0).mul(x0).add(signedBytes(w0 + TILE).mul(x1));
            ShortVector b = signedBytes(w1).mul(x0).add(signedBytes(w1 + TILE).mul(x1));
            a0 = a0.add(widen(a, 0));
            a1 = a1.add(widen(a, 1));
            b0 = b0.add(widen(b, 0));
            b1 = b1.add(widen(b, 1));
            w0 += 2 * TILE;
            w1 += 2 * TILE;
        }
        float dx = Memory.f16(x);
        long scales0 = tile0 + 2L * row0;
        long scales1 = tile1 + 2L * row1;
        Sums.add(a0, dx, scales0, accumulators);
        Sums.add(a1, dx, scales0 + VECTOR / 2, accumulators + VECTOR);
        Sums.add(b0, dx, scales1, accumulators + 2 * VECTOR);
        Sums.add(b1, dx, scales1 + VECTOR / 2, accumulators + 3 * VECTOR);
    }

    @Override
    public int panelBytes() {
        return 2 * HALF_PANEL_BYTES + 4 * PANEL;
    }

    @Override
    public void unpack(long tile0, long tile1, long tile2, long tile3, long dst) {
        long scales = dst + 2 * HALF_PANEL_BYTES;
        unpack(tile0, ROW0, dst, scales);
        unpack(tile1, ROW1, dst + 2 * VECTOR, scales + 2 * VECTOR);
        unpack(tile2, ROW2, dst + HALF_PANEL_BYTES, scales + 4 * VECTOR);
        unpack(tile3, ROW3, dst + HALF_PANEL_BYTES + 2 * VECTOR, scales + 6 * VECTOR);
    }

    private static void unpack(long tile, int row, long dst, long scales) {
        for (int k = 0; k < 32; k++) {
            ShortVector quants = signedBytes(tile + QUANTS + (long) k * TILE + row);
            long out = dst + 4L * k * FloatProduct.ROWS;
            toFloats(widen(quants, 0)).intoMemorySegment(Memory.ALL, out, Width.ORDER);
            toFloats(widen(quants, 1)).intoMemorySegment(Memory.ALL, out + VECTOR, Width.ORDER);
        }
        Sums.unpackHalves(tile + 2L * row, scales);
    }

    @Override
    public int productBytes(int tokens) {
        return 4 * 32 * tokens + 2 * 4 * FloatProduct.ROWS;
    }

    @Override
    public void multiplyAll(long panel, long x, long tokenBytes, int tokens, long accumulators, long scratch) {
        long sums = scratch + 4L * 32 * tokens;
        for (int token = 0; token < tokens; token++) {
            unpackActivations(x + token * tokenBytes + X_QUANTS, scratch + 4L * 32 * token);
        }
        for (int token = 0; token < tokens; token += 2) {
            int next = Math.min(token + 1, tokens - 1);
            float dx0 = Memory.f16(x + token * tokenBytes);
            float dx1 = Memory.f16(x + next * tokenBytes);
            for (int half = 0; half < 2; half++) {
                long row = accumulators + 4L * PANEL * token + 4L * FloatProduct.ROWS * half;
                FloatProduct.run(
                        32,
                        panel + (long) half * HALF_PANEL_BYTES,
                        scratch + 4L * 32 * token,
                        scratch + 4L * 32 * next,
                        sums,
                        sums + 4L * FloatProduct.ROWS);
                long scales = panel + 2 * HALF_PANEL_BYTES + 4L * FloatProduct.ROWS * half;
                add(sums, scales, dx0, row);
                add(sums + 4L * FloatProduct.ROWS, scales, dx1, row + 4 * PANEL);
            }
        }
    }

    private static void unpackActivations(long quants, long dst) {
        for (int k = 0; k < 32; k += Width.LANES) {
            ShortVector x = signedBytes(quants + k);
            toFloats(widen(x, 0)).intoMemorySegment(Memory.ALL, dst + 4L * k, Width.ORDER);
            toFloats(widen(x, 1)).intoMemorySegment(Memory.ALL, dst + 4L * k + VECTOR, Width.ORDER);
        }
    }

    private static void add(long sums, long scales, float dx, long accumulators) {
        for (int vector = 0; vector < 4; vector++) {
            long at = vector * VECTOR;
            Sums.add(Width.floats(sums + at), Width.floats(scales + at), dx, accumulators + at);
        }
    }
}
