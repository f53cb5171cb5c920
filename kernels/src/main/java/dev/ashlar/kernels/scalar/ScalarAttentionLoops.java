// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.runtime.memory.Memory;

/// The loops of attention without vectors.
final class ScalarAttentionLoops implements AttentionLoops {
    @Override
    public void widen(long src, long dst, int count) {
        for (int i = 0; i < count; i++) {
            Memory.putF32(dst + 4L * i, Memory.f16(src + 2L * i));
        }
    }

    @Override
    public void score(long query, long keys, long stride, int count, int size, float scale, long scores, long scratch) {
        for (int s = 0; s < count; s++) {
            Memory.putF32(scores + 4L * s, Dot.f32(query, keys + s * stride, size) * scale);
        }
    }

    @Override
    public float exponentials(long scores, int count, long scratch) {
        return Softmax.exponentials(scores, scores, count);
    }

    @Override
    public void weigh(long weights, long values, long stride, int count, long y, int size) {
        for (int s = 0; s < count; s++) {
            float weight = Memory.f32(weights + 4L * s);
            long value = values + s * stride;
            for (int i = 0; i < size; i++) {
                Memory.putF32(y + 4L * i, fma(weight, Memory.f32(value + 4L * i), Memory.f32(y + 4L * i)));
            }
        }
    }
}
