// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Quantizes activations to Q8_0 or Q8_1, byte for byte as ggml does on x86: `d = f16(amax / 127)`,
/// `q = round(x * (127 / amax))` with halves to even; Q8_1 adds `f16(d * sum q)`, with `d` before its rounding. A unit
/// is a block of 32.
final class Quantize32 implements Kernel {
    /// 1.5 * 2^23: adding it rounds a small number to a whole one, ties to even.
    private static final float ROUNDER = 12582912f;

    private final boolean sums;
    private final int blockBytes;

    Quantize32(Signature signature, boolean sums) {
        this.sums = sums;
        this.blockBytes = signature.result().format().blockBytes();
    }

    @Override
    public int units(KernelCall call) {
        return call.elements(0) / 32;
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        for (int unit = from; unit < to; unit++) {
            block(call.address(0) + 128L * unit, call.result() + (long) blockBytes * unit);
        }
    }

    private void block(long x, long dst) {
        float largest = 0f;
        for (int k = 0; k < 32; k++) {
            largest = Math.max(largest, Math.abs(Memory.f32(x + 4L * k)));
        }
        float d = largest / 127f;
        float inverse = largest != 0f ? 127f / largest : 0f;
        long quants = dst + (sums ? 4 : 2);
        int sum = 0;
        for (int k = 0; k < 32; k++) {
            int q = (int) (Memory.f32(x + 4L * k) * inverse + ROUNDER - ROUNDER);
            sum += q;
            Memory.putI8(quants + k, (byte) q);
        }
        Memory.putF16(dst, d);
        if (sums) {
            Memory.putF16(dst + 2, d * sum);
        }
    }
}
