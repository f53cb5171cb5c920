// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[t, o] = sum_k x[t, k] * w[o, k]` with ternary weights, as BitNet b1.58 defines it: the activations of a token are
/// quantized to int8 by the largest magnitude of the whole row, not of a block. A unit is an output row.
///
/// `q = round(x * (127 / amax))` with halves to even; blocks in increasing order, `sum = fma(d, isum, sum)`; at the end
/// `sum * (amax / 127)`.
final class BitnetGemv implements Kernel {
    /// 1.5 * 2^23: adding it rounds a small number to a whole one, ties to even.
    private static final float ROUNDER = 12582912f;

    private final WeightGrid grid;
    private final IntegerBlock reader;
    private final int elements;

    BitnetGemv(Signature signature, IntegerBlock reader) {
        this.grid = new WeightGrid(signature.operand(1), 1);
        this.reader = reader;
        this.elements = reader.elements();
    }

    @Override
    public int units(KernelCall call) {
        return grid.rows(call);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return grid.scratchBytes() + Sizes.aligned(2L * elements) + Sizes.aligned(grid.columns(call));
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.rows(0) * grid.rows(call) * grid.columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int columns = grid.columns(call);
        long rows = grid.rows(call);
        int tokens = call.rows(0);
        long unpacked = scratch + grid.scratchBytes();
        long quants = unpacked + Sizes.aligned(2L * elements);
        for (int token = 0; token < tokens; token++) {
            float dx = quantize(call.address(0) + 4L * columns * token, quants, columns);
            for (int row = from; row < to; row++) {
                float sum = dot(call, row, quants, unpacked, scratch);
                Memory.putF32(call.result() + 4L * (rows * token + row), sum * dx);
            }
        }
    }

    /// Writes the int8 activations and returns their scale.
    private static float quantize(long x, long quants, int columns) {
        float largest = 0f;
        for (int k = 0; k < columns; k++) {
            largest = Math.max(largest, Math.abs(Memory.f32(x + 4L * k)));
        }
        float inverse = largest != 0f ? 127f / largest : 0f;
        for (int k = 0; k < columns; k++) {
            int q = (int) (Memory.f32(x + 4L * k) * inverse + ROUNDER - ROUNDER);
            Memory.putI8(quants + k, (byte) q);
        }
        return largest / 127f;
    }

    private float dot(KernelCall call, int row, long quants, long unpacked, long scratch) {
        int blocks = grid.blocks(call);
        float sum = 0f;
        for (int b = 0; b < blocks; b++) {
            long block = grid.block(call, call.address(1), row, b, scratch);
            reader.unpack(block, unpacked);
            long x = quants + (long) b * elements;
            int integer = 0;
            for (int k = 0; k < elements; k++) {
                integer += Memory.i16(unpacked + 2L * k) * Memory.i8(x + k);
            }
            sum = fma(reader.scale(block), (float) integer, sum);
        }
        return sum;
    }
}
