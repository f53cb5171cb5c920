// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Quantizes activations to Q8_0, Q8_1 or Q8_K; the bytes are defined by f32 arithmetic, so that is used. A unit is a
/// block.
final class QuantizeReference implements Kernel {
    private final Format to;

    QuantizeReference(Signature signature) {
        to = signature.result().format();
    }

    @Override
    public int units(KernelCall call) {
        return call.elements(0) / to.blockElements();
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int size = this.to.blockElements();
        for (int unit = from; unit < to; unit++) {
            float[] x = new float[size];
            for (int k = 0; k < size; k++) {
                x[k] = Memory.f32(call.address(0) + 4L * (unit * (long) size + k));
            }
            long dst = call.result() + (long) this.to.blockBytes() * unit;
            if (this.to == Format.Q8_K) {
                block256(x, dst);
            } else {
                block32(x, dst);
            }
        }
    }

    private static float extreme(float[] x) {
        float extreme = 0;
        for (float value : x) {
            if (Math.abs(value) > Math.abs(extreme)) {
                extreme = value;
            }
        }
        return extreme;
    }

    private void block32(float[] x, long dst) {
        float largest = Math.abs(extreme(x));
        float d = largest / 127f;
        float inverse = largest == 0 ? 0 : 127f / largest;
        int sum = 0;
        for (int k = 0; k < x.length; k++) {
            int q = (int) Math.rint((double) (x[k] * inverse));
            sum += q;
            Memory.putI8(dst + (to == Format.Q8_1 ? 4 : 2) + k, (byte) q);
        }
        Memory.putF16(dst, d);
        if (to == Format.Q8_1) {
            Memory.putF16(dst + 2, d * sum);
        }
    }

    private static void block256(float[] x, long dst) {
        float extreme = extreme(x);
        float scale = extreme == 0 ? 0 : -127f / extreme;
        Memory.putF32(dst, extreme == 0 ? 0 : 1f / scale);
        int[] sums = new int[16];
        for (int k = 0; k < x.length; k++) {
            int q = Math.min(127, (int) Math.rint((double) (x[k] * scale)));
            sums[k / 16] += q;
            Memory.putI8(dst + 4 + k, (byte) q);
        }
        for (int group = 0; group < sums.length; group++) {
            Memory.putI16(dst + 260 + 2L * group, (short) sums[group]);
        }
    }
}
