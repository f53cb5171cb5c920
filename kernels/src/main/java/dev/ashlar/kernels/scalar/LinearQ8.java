// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// `y[t, o] = sum_k x[t, k] * w[o, k]` with int8 activations: a row of the weight is unpacked to whole numbers once,
/// then multiplied with every token, one exact integer sum per block. A unit is an output row.
final class LinearQ8 implements Kernel {
    private static final int MINS_BYTES = 32;

    private final WeightGrid grid;
    private final IntegerBlock reader;
    private final Int8Block activations;
    private final int elements;

    LinearQ8(Signature signature, IntegerBlock reader) {
        this.grid = new WeightGrid(signature.operand(1), 1);
        this.reader = reader;
        this.activations = Int8Block.of(signature.operand(0).format());
        this.elements = reader.elements();
    }

    @Override
    public int units(KernelCall call) {
        return grid.rows(call);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        long blocks = grid.blocks(call);
        return grid.scratchBytes() + Sizes.aligned((2L * elements + MINS_BYTES + 8) * blocks);
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.rows(0) * grid.rows(call) * grid.columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int blocks = grid.blocks(call);
        long rows = grid.rows(call);
        int tokens = call.rows(0);
        long tokenBytes = (long) blocks * activations.bytes();
        long x = call.address(0);
        long w = call.address(1);
        long y = call.result();
        long unpacked = scratch + grid.scratchBytes();
        for (int row = from; row < to; row++) {
            unpackRow(call, w, row, blocks, scratch, unpacked);
            for (int token = 0; token < tokens; token++) {
                float sum = dot(unpacked, x + tokenBytes * token, blocks);
                Memory.putF32(y + 4L * (rows * token + row), sum);
            }
        }
    }

    /// Writes, per block: its scale, its minimum, the minima of 16 elements, the whole numbers.
    private void unpackRow(KernelCall call, long weight, int row, int blocks, long scratch, long dst) {
        long out = dst;
        for (int b = 0; b < blocks; b++) {
            long block = grid.block(call, weight, row, b, scratch);
            Memory.putF32(out, reader.scale(block));
            Memory.putF32(out + 4, reader.min(block));
            reader.unpackMins(block, out + 8);
            reader.unpack(block, out + 8 + MINS_BYTES);
            out += 8 + MINS_BYTES + 2L * elements;
        }
    }

    private float dot(long unpacked, long x, int blocks) {
        float sum = 0f;
        long w = unpacked;
        long a = x;
        for (int b = 0; b < blocks; b++) {
            float d = Memory.f32(w);
            float m = Memory.f32(w + 4);
            float dx = activations.scale(a);
            int integer = integerDot(w + 8 + MINS_BYTES, a + activations.quants());
            sum = fma(dx * d, (float) integer, sum);
            switch (reader.form()) {
                case SCALED -> {}
                case MINIMUM -> sum = fma(-(dx * m), (float) minDot(w + 8, a + activations.sums()), sum);
                case OFFSET -> sum = fma(m, Memory.f16(a + activations.sums()), sum);
            }
            w += 8 + MINS_BYTES + 2L * elements;
            a += activations.bytes();
        }
        return sum;
    }

    private int integerDot(long w, long x) {
        int sum = 0;
        for (int k = 0; k < elements; k += 4) {
            sum += Memory.i16(w + 2L * k) * Memory.i8(x + k)
                    + Memory.i16(w + 2L * k + 2) * Memory.i8(x + k + 1)
                    + Memory.i16(w + 2L * k + 4) * Memory.i8(x + k + 2)
                    + Memory.i16(w + 2L * k + 6) * Memory.i8(x + k + 3);
        }
        return sum;
    }

    private int minDot(long mins, long sums) {
        int sum = 0;
        for (int k = 0; k < elements / 16; k++) {
            sum += Memory.i16(mins + 2L * k) * Memory.i16(sums + 2L * k);
        }
        return sum;
    }
}
