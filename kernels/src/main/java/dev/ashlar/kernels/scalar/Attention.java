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
/// own part of the new cache rows, then attends with all query heads of its group, which share what is read of the
/// cache.
///
/// Order: scores by the exact dot product times `scale`; `exp(score - max)`; their sum in the exact order over
/// positions; values summed in increasing position by fused multiply-add; at the end times `1 / sum`.
///
/// With an f16 cache the products are those of halves, as in ggml: the query is rounded to f16 first, and so are the
/// probabilities `exp(score - max) * (1 / sum)` before they weigh the values; nothing is left to do at the end.
final class Attention implements Kernel {
    /// Positions whose keys or values are widened at once.
    private static final int TILE = 64;

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
        return scoreSlot(call) + scoreBytes(call) * group();
    }

    private int group() {
        return shape.heads() / shape.keyHeads();
    }

    /// Where the rounded queries of a group are, behind the factors `1 / sum`.
    private long querySlot() {
        return Sizes.aligned(4L * group());
    }

    /// Where the widened rows of a tile are.
    private long tileSlot(KernelCall call) {
        return querySlot() + (half ? Sizes.aligned(4L * shape.headSize(call) * group()) : 0);
    }

    /// Where the scores of a group are.
    private long scoreSlot(KernelCall call) {
        return tileSlot(call) + (half ? Sizes.aligned(4L * shape.headSize(call) * TILE) : 0);
    }

    /// Size of the scores of one head.
    private long scoreBytes(KernelCall call) {
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
        for (int head = from; head < to; head++) {
            if (cached) {
                append(call, head, position);
            }
            for (int token = 0; token < tokens; token++) {
                attend(call, token, head, shape.visible(call, position, token), scratch);
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

    /// Attends with the query heads of one group, which lie together.
    private void attend(KernelCall call, int token, int keyHead, int positions, long scratch) {
        int size = shape.headSize(call);
        int group = group();
        long offset = 4L * size * ((long) shape.heads() * token + (long) keyHead * group);
        long query = call.address(0) + offset;
        if (half) {
            round(query, scratch + querySlot(), size * group, 1f);
            query = scratch + querySlot();
        }
        score(call, keyHead, positions, query, scratch);
        for (int q = 0; q < group; q++) {
            long scores = scratch + scoreSlot(call) + scoreBytes(call) * q;
            float inverse = 1f / Softmax.exponentials(scores, scores, positions);
            if (half) {
                round(scores, scores, positions, inverse);
            } else {
                Memory.putF32(scratch + 4L * q, inverse);
            }
        }
        weigh(call, keyHead, positions, call.result() + offset, scratch);
    }

    private void score(KernelCall call, int keyHead, int positions, long query, long scratch) {
        int size = shape.headSize(call);
        for (int s = 0; s < positions; s += TILE) {
            int count = Math.min(TILE, positions - s);
            long keys = rows(call, cached ? 3 : 1, keyHead, s, count, scratch);
            for (int q = 0; q < group(); q++) {
                long scores = scratch + scoreSlot(call) + scoreBytes(call) * q + 4L * s;
                for (int i = 0; i < count; i++) {
                    float dot = Dot.f32(query + 4L * size * q, keys + i * stride(call), size);
                    Memory.putF32(scores + 4L * i, dot * shape.scale(call));
                }
            }
        }
    }

    private void weigh(KernelCall call, int keyHead, int positions, long y, long scratch) {
        int size = shape.headSize(call);
        for (int i = 0; i < size * group(); i++) {
            Memory.putF32(y + 4L * i, 0f);
        }
        for (int s = 0; s < positions; s += TILE) {
            int count = Math.min(TILE, positions - s);
            long values = rows(call, cached ? 4 : 2, keyHead, s, count, scratch);
            for (int q = 0; q < group(); q++) {
                long weights = scratch + scoreSlot(call) + scoreBytes(call) * q + 4L * s;
                addWeighted(weights, values, stride(call), count, y + 4L * size * q, size);
            }
        }
        for (int q = 0; q < group() && !half; q++) {
            float inverse = Memory.f32(scratch + 4L * q);
            for (int i = size * q; i < size * (q + 1); i++) {
                Memory.putF32(y + 4L * i, Memory.f32(y + 4L * i) * inverse);
            }
        }
    }

    /// Adds `weights[s] * values[s, i]` to `y[i]`, in increasing `s`.
    private static void addWeighted(long weights, long values, long stride, int count, long y, int size) {
        for (int s = 0; s < count; s++) {
            float weight = Memory.f32(weights + 4L * s);
            long value = values + s * stride;
            for (int i = 0; i < size; i++) {
                Memory.putF32(y + 4L * i, fma(weight, Memory.f32(value + 4L * i), Memory.f32(y + 4L * i)));
            }
        }
    }

    /// Returns the address of rows of keys or values as f32, `stride` apart: in place, or widened.
    private long rows(KernelCall call, int operand, int keyHead, int from, int count, long scratch) {
        int size = shape.headSize(call);
        long row = (long) shape.keyHeads() * size;
        long first = row * from + (long) size * keyHead;
        if (!half) {
            return call.address(operand) + 4L * first;
        }
        long tile = scratch + tileSlot(call);
        for (int s = 0; s < count; s++) {
            long src = call.address(operand) + 2L * (first + row * s);
            for (int i = 0; i < size; i++) {
                Memory.putF32(tile + 4L * (size * s + i), Memory.f16(src + 2L * i));
            }
        }
        return tile;
    }

    private long stride(KernelCall call) {
        return 4L * shape.headSize(call) * (half ? 1 : shape.keyHeads());
    }

    /// Writes `x * factor`, rounded to f16, as f32.
    private static void round(long x, long y, int size, float factor) {
        for (int i = 0; i < size; i++) {
            float value = Memory.f32(x + 4L * i) * factor;
            Memory.putF32(y + 4L * i, Float.float16ToFloat(Float.floatToFloat16(value)));
        }
    }
}
