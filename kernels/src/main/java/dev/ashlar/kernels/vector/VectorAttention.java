// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.common.AttentionShape;
import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Attention of up to [#QUERIES] queries at a time, of several tokens or several heads: a block of keys or values
/// of their heads is widened once for all of them, and two queries share what is loaded of it. With a cache of half
/// precision, queries and probabilities are rounded to it, and so are new keys and values where they are read. A unit
/// is a query, see [AttentionShape#units]; the first of a group writes the group's part of the new cache row.
///
/// 18 G multiply-adds/s a core for one token, 24 for 64, with an f16 cache, 32 heads of 64 on 4 key heads; the scalar
/// kernel 1 (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-30).
final class VectorAttention implements Kernel {
    /// Positions that are widened at once, for one head of keys.
    private static final int BLOCK = 64;

    /// The same for several, at least.
    private static final int LEAST_BLOCK = 16;

    /// Queries whose scores are kept at once.
    private static final int QUERIES = 32;

    private static final int SCRATCH_SUMS = 8 * EightSums.BYTES;

    private final AttentionShape shape;
    private final boolean cached;
    private final boolean half;
    private final int group;

    VectorAttention(Signature signature) {
        shape = new AttentionShape(signature);
        cached = shape.cached();
        half = shape.half();
        group = shape.group();
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
        long queries = Math.min(QUERIES, shape.units(call));
        return SCRATCH_SUMS + 2 * blockBytes(call) + queries * (stride(call) + 4L + 4L * size(call));
    }

    /// Returns the size of a head from the call, though it is a constant of the signature: the compiler would unroll
    /// the
    /// loops over it, and run out of registers.
    private int size(KernelCall call) {
        return call.dim(0, 1) / shape.heads();
    }

    private long blockBytes(KernelCall call) {
        int rows = Math.max(BLOCK, LEAST_BLOCK * Math.min(QUERIES, shape.keyHeads()));
        return Sizes.aligned(4L * rows * size(call));
    }

    /// Returns the distance of the scores of the next query.
    private long stride(KernelCall call) {
        return Sizes.aligned(4L * shape.capacity(call) + 16);
    }

    @Override
    public long work(KernelCall call) {
        return shape.work(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int position = shape.checkedPosition(call);
        for (int unit = from; unit < to; unit += QUERIES) {
            int count = Math.min(QUERIES, to - unit);
            for (int u = unit; u < unit + count && cached; u++) {
                if (u % group == 0) {
                    append(call, head(call, u), position, token(call, u));
                }
            }
            attend(call, position, unit, count, scratch);
        }
    }

    private int head(KernelCall call, int unit) {
        return unit / shape.queries(call);
    }

    private int token(KernelCall call, int unit) {
        return unit % shape.queries(call) / group;
    }

    /// Writes the head's part of the row of a token to the caches.
    private void append(KernelCall call, int head, int position, int token) {
        int size = size(call);
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

    private void attend(KernelCall call, int position, int begin, int queries, long scratch) {
        int size = size(call);
        int head = head(call, begin);
        int heads = head(call, begin + queries - 1) + 1 - head;
        int last = heads > 1 ? call.dim(0, 0) - 1 : token(call, begin + queries - 1);
        int positions = shape.visible(call, position, last);
        int most = heads > 1 ? Math.max(LEAST_BLOCK, BLOCK / heads & ~3) : BLOCK;
        long stride = stride(call);
        long block = scratch + SCRATCH_SUMS;
        long scores = block + 2 * blockBytes(call);
        long rounded = scores + queries * stride;
        long inverses = rounded + 4L * queries * size;
        for (int q = 0; q < queries && half; q++) {
            Rows.roundHalves(query(call, begin + q, size), size, rounded + 4L * size * q);
        }
        for (int first = 0; first < positions; first += most) {
            int count = Math.min(most, positions - first);
            widen(call, 1, head, heads, position, first, count, block);
            int q = 0;
            while (q < queries) {
                int next = next(call, begin, q, queries);
                long x = half ? rounded + 4L * size * q : query(call, begin + q, size);
                long other = half ? x + 4L * size : query(call, begin + next, size);
                long keys = block + 4L * size * (head(call, begin + q) - head);
                long dst = scores + q * stride + 4L * first;
                KeyProducts.write(next + 1 - q, x, other, keys, 4L * size * heads, size, count, dst, stride, scratch);
                q = next + 1;
            }
        }
        float scale = shape.scale(call);
        for (int q = 0; q < queries; q++) {
            int visible = shape.visible(call, position, token(call, begin + q));
            scale(scores + q * stride, visible, scale);
            float sum = VectorExp.exponentials(scores + q * stride, visible, scratch);
            Memory.putF32(inverses + 4L * q, 1f / sum);
            if (half) {
                Rows.roundProbabilities(scores + q * stride, visible, 1f / sum);
            }
        }
        for (int first = 0; first < positions; first += most) {
            int count = Math.min(most, positions - first);
            widen(call, 2, head, heads, position, first, count, block);
            int q = 0;
            while (q < queries) {
                int next = next(call, begin, q, queries);
                long values = block + 4L * size * (head(call, begin + q) - head);
                weigh(call, position, begin + q, begin + next, first, count, values, heads, scores + q * stride);
                q = next + 1;
            }
        }
        for (int q = 0; q < queries && !half; q++) {
            scale(result(call, begin + q, size), size, Memory.f32(inverses + 4L * q));
        }
    }

    /// Returns the query that is computed with a query: the next one if it has the same head of keys.
    private int next(KernelCall call, int begin, int q, int queries) {
        return q + 1 < queries && head(call, begin + q + 1) == head(call, begin + q) ? q + 1 : q;
    }

    /// Adds the weighted values of a block to the results of one or two queries.
    private void weigh(
            KernelCall call, int position, int unit, int next, int first, int count, long values, int heads, long at) {
        int size = size(call);
        int both = Math.min(count, shape.visible(call, position, token(call, unit)) - first);
        int rest = Math.min(count, shape.visible(call, position, token(call, next)) - first);
        int row = size * heads;
        long w0 = at + 4L * first;
        long w1 = w0 + (next - unit) * stride(call);
        long y0 = result(call, unit, size);
        long y1 = result(call, next, size);
        if (both > 0 && next > unit) {
            WeightedSum.two(w0, w1, values, row, size, both, first == 0, y0, y1);
        } else if (both > 0) {
            WeightedSum.one(w0, values, row, size, both, first == 0, y0);
        }
        int done = Math.max(both, 0);
        if (next > unit && rest > done) {
            long from = values + 4L * row * done;
            WeightedSum.one(w1 + 4L * done, from, row, size, rest - done, first == 0 && done == 0, y1);
        }
    }

    private static void scale(long y, int size, float factor) {
        int whole = size - size % Width.FLOAT_LANES;
        for (int i = 0; i < whole; i += Width.FLOAT_LANES) {
            Width.floats(y + 4L * i).mul(factor).intoMemorySegment(Memory.ALL, y + 4L * i, Width.ORDER);
        }
        for (int i = whole; i < size; i++) {
            Memory.putF32(y + 4L * i, Memory.f32(y + 4L * i) * factor);
        }
    }

    private long query(KernelCall call, int unit, int size) {
        int query = unit % shape.queries(call);
        long row = (long) shape.heads() * (query / group) + (long) head(call, unit) * group + query % group;
        return call.address(0) + 4L * size * row;
    }

    private long result(KernelCall call, int unit, int size) {
        return query(call, unit, size) - call.address(0) + call.result();
    }

    /// Writes a block of keys (operand 1) or values (operand 2) of some heads as `f32[count][heads][size]`.
    private void widen(
            KernelCall call, int operand, int head, int heads, int position, int first, int count, long dst) {
        int size = size(call);
        int width = size * heads;
        long row = (long) shape.keyHeads() * size;
        int old = cached ? Math.clamp(position - first, 0, count) : 0;
        if (old > 0) {
            long bytes = half ? 2L : 4L;
            long src = call.address(operand + 2) + bytes * (row * first + (long) size * head);
            long gathered = half ? dst + blockBytes(call) : dst;
            for (int s = 0; s < old; s++) {
                Rows.copy(src + s * bytes * row, bytes * width, gathered + s * bytes * width);
            }
            if (half) {
                Rows.widenHalves(gathered, width * old, dst);
            }
        }
        long src = call.address(operand) + 4L * (row * (first - position) + (long) size * head);
        for (int s = old; s < count; s++) {
            if (half) {
                Rows.roundHalves(src + 4L * row * s, width, dst + 4L * width * s);
            } else {
                Rows.copy(src + 4L * row * s, 4L * width, dst + 4L * width * s);
            }
        }
    }
}
