// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static java.lang.Math.fma;

import dev.ashlar.kernels.common.AttentionShape;
import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Grouped-query attention, with a cache (f16 or f32) or without. A unit is a query, see [AttentionShape#units]; the
/// first of a group writes the group's part of the new cache row. Units read new rows where they come from, rounded
/// as the cache would have them, so that none waits for another. The queries of a token that are computed together
/// share what is read of the cache.
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
        return shape.units(call);
    }

    @Override
    public int grain() {
        return shape.grain();
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return scoreSlot(call) + scoreBytes(call) * group();
    }

    private int group() {
        return shape.group();
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
        return shape.work(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int position = shape.checkedPosition(call);
        int queries = shape.queries(call);
        int unit = from;
        while (unit < to) {
            int head = unit / queries;
            int token = unit % queries / group();
            int first = unit % group();
            int count = Math.min(group() - first, to - unit);
            if (cached && first == 0) {
                append(call, head, position, token);
            }
            attend(call, token, head, first, count, scratch);
            unit += count;
        }
    }

    /// Writes this head's part of the new keys and values of a token to their cache rows.
    private void append(KernelCall call, int head, int position, int token) {
        int size = shape.headSize(call);
        int row = shape.keyHeads() * size;
        long src = (long) row * token + (long) size * head;
        long dst = (long) row * (position + token) + (long) size * head;
        for (int i = 0; i < size; i++) {
            store(call.address(3), dst + i, Memory.f32(call.address(1) + 4L * (src + i)));
            store(call.address(4), dst + i, Memory.f32(call.address(2) + 4L * (src + i)));
        }
    }

    private void store(long cache, long index, float value) {
        if (half) {
            Memory.putF16(cache + 2L * index, value);
        } else {
            Memory.putF32(cache + 4L * index, value);
        }
    }

    /// Attends with some query heads of one group, which lie together.
    private void attend(KernelCall call, int token, int keyHead, int first, int count, long scratch) {
        int size = shape.headSize(call);
        int positions = shape.visible(call, shape.position(call), token);
        long offset = 4L * size * ((long) shape.heads() * token + (long) keyHead * group() + first);
        long query = call.address(0) + offset;
        if (half) {
            round(query, scratch + querySlot(), size * count, 1f);
            query = scratch + querySlot();
        }
        score(call, keyHead, positions, query, count, scratch);
        for (int q = 0; q < count; q++) {
            long scores = scratch + scoreSlot(call) + scoreBytes(call) * q;
            float inverse = 1f / Softmax.exponentials(scores, scores, positions);
            if (half) {
                round(scores, scores, positions, inverse);
            } else {
                Memory.putF32(scratch + 4L * q, inverse);
            }
        }
        weigh(call, keyHead, positions, call.result() + offset, count, scratch);
    }

    private void score(KernelCall call, int keyHead, int positions, long query, int queries, long scratch) {
        int size = shape.headSize(call);
        int s = 0;
        while (s < positions) {
            int count = tile(call, s, positions);
            long keys = rows(call, 1, keyHead, s, count, scratch);
            for (int q = 0; q < queries; q++) {
                long scores = scratch + scoreSlot(call) + scoreBytes(call) * q + 4L * s;
                for (int i = 0; i < count; i++) {
                    float dot = Dot.f32(query + 4L * size * q, keys + i * stride(call), size);
                    Memory.putF32(scores + 4L * i, dot * shape.scale(call));
                }
            }
            s += count;
        }
    }

    private void weigh(KernelCall call, int keyHead, int positions, long y, int queries, long scratch) {
        int size = shape.headSize(call);
        for (int i = 0; i < size * queries; i++) {
            Memory.putF32(y + 4L * i, 0f);
        }
        int s = 0;
        while (s < positions) {
            int count = tile(call, s, positions);
            long values = rows(call, 2, keyHead, s, count, scratch);
            for (int q = 0; q < queries; q++) {
                long weights = scratch + scoreSlot(call) + scoreBytes(call) * q + 4L * s;
                addWeighted(weights, values, stride(call), count, y + 4L * size * q, size);
            }
            s += count;
        }
        for (int q = 0; q < queries && !half; q++) {
            float inverse = Memory.f32(scratch + 4L * q);
            for (int i = size * q; i < size * (q + 1); i++) {
                Memory.putF32(y + 4L * i, Memory.f32(y + 4L * i) * inverse);
            }
        }
    }

    /// Returns how many rows from one on are read at once: all of the cache, or all new.
    private int tile(KernelCall call, int from, int positions) {
        int old = shape.position(call);
        return Math.min(TILE, (from < old ? Math.min(old, positions) : positions) - from);
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

    /// Returns the address of rows of keys (operand 1) or values (operand 2) as f32, `stride` apart: in place, or
    /// rounded to f16 and widened.
    private long rows(KernelCall call, int operand, int keyHead, int from, int count, long scratch) {
        int size = shape.headSize(call);
        long row = (long) shape.keyHeads() * size;
        int old = shape.position(call);
        boolean isNew = from >= old;
        long base = call.address(isNew ? operand : operand + 2);
        long first = row * (isNew ? from - old : from) + (long) size * keyHead;
        if (!half) {
            return base + 4L * first;
        }
        long tile = scratch + tileSlot(call);
        for (int s = 0; s < count; s++) {
            long dst = tile + 4L * size * s;
            if (isNew) {
                round(base + 4L * (first + row * s), dst, size, 1f);
                continue;
            }
            for (int i = 0; i < size; i++) {
                Memory.putF32(dst + 4L * i, Memory.f16(base + 2L * (first + row * s + i)));
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
