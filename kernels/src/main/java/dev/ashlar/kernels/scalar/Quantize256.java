// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.memory.Memory;

/// Quantizes activations to Q8_K, byte for byte as ggml does: the value of largest magnitude becomes -127, halves go to
/// even, and the sums of 16 quants are kept. A unit is a block of 256.
final class Quantize256 implements Kernel {
    private static final int BLOCK_BYTES = 292;
    /// 1.5 * 2^23: adding it rounds a small number to a whole one, ties to even.
    private static final float ROUNDER = 12582912f;

    @Override
    public int units(KernelCall call) {
        return call.elements(0) / 256;
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        for (int unit = from; unit < to; unit++) {
            block(call.address(0) + 1024L * unit, call.result() + (long) BLOCK_BYTES * unit);
        }
    }

    private static void block(long x, long dst) {
        float extreme = 0f;
        for (int k = 0; k < 256; k++) {
            float value = Memory.f32(x + 4L * k);
            extreme = Math.abs(value) > Math.abs(extreme) ? value : extreme;
        }
        float scale = extreme != 0f ? -127f / extreme : 0f;
        Memory.putF32(dst, extreme != 0f ? 1f / scale : 0f);
        for (int group = 0; group < 16; group++) {
            int sum = 0;
            for (int k = 16 * group; k < 16 * group + 16; k++) {
                int q = Math.min((int) (Memory.f32(x + 4L * k) * scale + ROUNDER - ROUNDER), 127);
                sum += q;
                Memory.putI8(dst + 4 + k, (byte) q);
            }
            Memory.putI16(dst + 260 + 2L * group, (short) sum);
        }
    }
}
