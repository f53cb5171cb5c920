// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.kernels.common.AttentionShape;
import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Grouped-query attention, with a cache (f16 or f32) or without. A unit is a head of keys and values: it writes its
/// own part of the new cache rows, then attends with every query head of its group.
///
/// Order: scores by the exact dot product times `scale`; `exp(score - max)`; their sum in the exact order over
/// positions; values summed in increasing position by fused multiply-add; at the end times `1 / sum`.
///
/// With an f16 cache the products are those of halves, as in ggml: the query is rounded to f16 first, and so are the
/// probabilities `exp(score - max) * (1 / sum)` before they weigh the values; nothing is left to do at the end.
final class Attention implements Kernel {
    private final AttentionShape shape;
    private final boolean cached;
    private final boolean half;

    Attention(Signature signature) {
        shape = new AttentionShape(signature);
        cached = shape.cached();
        half = shape.half();
    }

    @Override
    public int units(KernelCall call) {
        return shape.keyHeads();
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return querySlot(call) + Sizes.aligned(half ? 4L * shape.headSize(call) : 0L);
    }

    /// Where the rounded query is, behind the scores.
    private long querySlot(KernelCall call) {
        return Sizes.aligned(4L * shape.capacity(call));
    }

    @Override
    public long work(KernelCall call) {
        return 2L * call.dim(0, 0) * shape.heads() * shape.headSize(call) * (shape.position(call) + call.dim(0, 0));
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int position = shape.checkedPosition(call);
        int tokens = call.dim(0, 0);
        int group = shape.heads() / shape.keyHeads();
        for (int head = from; head < to; head++) {
            if (cached) {
                append(call, head, position);
            }
            for (int token = 0; token < tokens; token++) {
                int positions = shape.visible(call, position, token);
                for (int q = head * group; q < (head + 1) * group; q++) {
                    attend(call, token, q, head, positions, scratch);
                }
            }
        }
    }

    /// Writes this head's part of the new keys and values to their cache rows.
    private void append(KernelCall call, int head, int position) {
        int size = shape.headSize(call);
        int row = shape.keyHeads() * size;
        int tokens = call.dim(0, 0);
        for (int token = 0; token < tokens; token++) {
            long src = (long) row * token + (long) size * head;
            long dst = (long) row * (position + token) + (long) size * head;
            for (int i = 0; i < size; i++) {
                store(call.address(3), dst + i, Memory.f32(call.address(1) + 4L * (src + i)));
                store(call.address(4), dst + i, Memory.f32(call.address(2) + 4L * (src + i)));
            }
        }
    }

    private void store(long cache, long index, float value) {
        if (half) {
            Memory.putF16(cache + 2L * index, value);
        } else {
            Memory.putF32(cache + 4L * index, value);
        }
    }

    private void attend(KernelCall call, int token, int head, int keyHead, int positions, long scores) {
        int size = shape.headSize(call);
        long width = half ? 2L : 4L;
        long stride = width * shape.keyHeads() * size;
        long keys = call.address(cached ? 3 : 1) + width * size * keyHead;
        long values = call.address(cached ? 4 : 2) + width * size * keyHead;
        long offset = 4L * size * ((long) shape.heads() * token + head);
        long query = call.address(0) + offset;
        if (half) {
            query = scores + querySlot(call);
            round(call.address(0) + offset, query, size, 1f);
        }
        long y = call.result() + offset;
        float scale = shape.scale(call);
        for (int s = 0; s < positions; s++) {
            float score = half ? Dot.f16(query, keys + s * stride, size) : Dot.f32(query, keys + s * stride, size);
            Memory.putF32(scores + 4L * s, score * scale);
        }
        float sum = Softmax.exponentials(scores, scores, positions);
        float inverse = 1f / sum;
        if (half) {
            round(scores, scores, positions, inverse);
            weigh(scores, values, stride, positions, y, size);
            return;
        }
        weigh(scores, values, stride, positions, y, size);
        for (int i = 0; i < size; i++) {
            Memory.putF32(y + 4L * i, Memory.f32(y + 4L * i) * inverse);
        }
    }

    /// Writes `x * factor`, rounded to f16, as f32.
    private static void round(long x, long y, int size, float factor) {
        for (int i = 0; i < size; i++) {
            float value = Memory.f32(x + 4L * i) * factor;
            Memory.putF32(y + 4L * i, Float.float16ToFloat(Float.floatToFloat16(value)));
        }
    }

    private void weigh(long scores, long values, long stride, int positions, long y, int size) {
        for (int i = 0; i < size; i++) {
            Memory.putF32(y + 4L * i, 0f);
        }
        for (int s = 0; s < positions; s++) {
            float weight = Memory.f32(scores + 4L * s);
            long value = values + s * stride;
            for (int i = 0; i < size; i++) {
                float v = half ? Memory.f16(value + 2L * i) : Memory.f32(value + 4L * i);
                Memory.putF32(y + 4L * i, fma(weight, v, Memory.f32(y + 4L * i)));
            }
        }
    }
}
