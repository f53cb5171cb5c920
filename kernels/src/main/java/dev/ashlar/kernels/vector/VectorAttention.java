// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.common.AttentionShape;
import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;

/// Attention of the query heads of one key head at a time, for several tokens: a block of keys or values is widened
/// once for all of them. With a cache of half precision, queries and probabilities are rounded to it. A unit is a key
/// head.
///
/// 13 to 17 G multiply-adds/s a core with an f16 cache, heads of 64; the scalar kernel 1 (EPYC 4th generation, 512
/// bits,
/// JDK 25.0.3, 2026-11-29).
final class VectorAttention implements Kernel {
    /// Positions that are widened at once: 16 kB of a head of 64.
    private static final int BLOCK = 64;

    /// Queries whose scores are kept at once, as whole tokens; more if one token has more.
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
        group = shape.heads() / shape.keyHeads();
    }

    @Override
    public int units(KernelCall call) {
        return shape.keyHeads();
    }

    @Override
    public long scratchBytes(KernelCall call) {
        long blocks = Sizes.aligned(4L * BLOCK * shape.headSize(call));
        return SCRATCH_SUMS + blocks + chunk(call) * group * (stride(call) + 4L + 4L * shape.headSize(call));
    }

    private int chunk(KernelCall call) {
        return Math.min(call.dim(0, 0), Math.max(1, QUERIES / group));
    }

    /// Returns the distance of the scores of the next query.
    private long stride(KernelCall call) {
        return Sizes.aligned(4L * shape.capacity(call) + 16);
    }

    @Override
    public long work(KernelCall call) {
        return 2L * call.dim(0, 0) * shape.heads() * shape.headSize(call) * (shape.position(call) + call.dim(0, 0));
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int position = shape.checkedPosition(call);
        int tokens = call.dim(0, 0);
        int chunk = chunk(call);
        for (int head = from; head < to; head++) {
            if (cached) {
                append(call, head, position);
            }
            for (int token = 0; token < tokens; token += chunk) {
                attend(call, head, position, token, Math.min(token + chunk, tokens), scratch);
            }
        }
    }

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

    private void attend(KernelCall call, int head, int position, int from, int to, long scratch) {
        int size = shape.headSize(call);
        int queries = (to - from) * group;
        int positions = shape.visible(call, position, to - 1);
        long stride = stride(call);
        long block = scratch + SCRATCH_SUMS;
        long scores = block + Sizes.aligned(4L * BLOCK * size);
        long rounded = scores + queries * stride;
        long inverses = rounded + 4L * queries * size;
        if (half) {
            roundQueries(query(call, from, 0, head, size), call, to - from, rounded);
        }
        float scale = shape.scale(call);
        for (int first = 0; first < positions; first += BLOCK) {
            int count = Math.min(BLOCK, positions - first);
            widen(call, cached ? 3 : 1, head, first, count, block);
            for (int q = 0; q < queries; q += 2) {
                int next = Math.min(q + 1, queries - 1);
                long x0 = half ? rounded + 4L * size * q : query(call, from, q, head, size);
                long x1 = half ? rounded + 4L * size * next : query(call, from, next, head, size);
                long dst = 4L * first;
                scores(
                        x0,
                        x1,
                        block,
                        size,
                        count,
                        scale,
                        scores + q * stride + dst,
                        scores + next * stride + dst,
                        scratch);
            }
        }
        for (int q = 0; q < queries; q++) {
            int visible = shape.visible(call, position, from + q / group);
            float sum = VectorExp.exponentials(scores + q * stride, visible, scratch);
            Memory.putF32(inverses + 4L * q, half ? 1f : 1f / sum);
            if (half) {
                roundProbabilities(scores + q * stride, visible, 1f / sum);
            }
        }
        for (int first = 0; first < positions; first += BLOCK) {
            widen(call, cached ? 4 : 2, head, first, Math.min(BLOCK, positions - first), block);
            for (int q = 0; q < queries; q++) {
                int visible = shape.visible(call, position, from + q / group);
                int count = Math.min(BLOCK, visible - first);
                if (count > 0) {
                    long y = query(call, from, q, head, size) - call.address(0) + call.result();
                    float inverse = first + BLOCK >= visible ? Memory.f32(inverses + 4L * q) : 1f;
                    weigh(scores + q * stride + 4L * first, block, size, count, first == 0, inverse, y);
                }
            }
        }
    }

    /// Writes the queries of some tokens rounded to the precision of the cache.
    private void roundQueries(long first, KernelCall call, int tokens, long dst) {
        int size = shape.headSize(call) * group;
        long stride = 4L * shape.heads() * shape.headSize(call);
        for (int token = 0; token < tokens; token++) {
            for (int i = 0; i < size; i++) {
                float value = Memory.f32(first + token * stride + 4L * i);
                Memory.putF32(dst + 4L * (size * token + i), Float.float16ToFloat(Float.floatToFloat16(value)));
            }
        }
    }

    private static void roundProbabilities(long weights, int count, float factor) {
        int whole = count - count % Width.FLOAT_LANES;
        for (int s = 0; s < whole; s += Width.FLOAT_LANES) {
            Width.roundToHalf(Width.floats(weights + 4L * s).mul(factor))
                    .intoMemorySegment(Memory.ALL, weights + 4L * s, Width.ORDER);
        }
        for (int s = whole; s < count; s++) {
            float value = Memory.f32(weights + 4L * s) * factor;
            Memory.putF32(weights + 4L * s, Float.float16ToFloat(Float.floatToFloat16(value)));
        }
    }

    private long query(KernelCall call, int from, int q, int head, int size) {
        long row = (long) shape.heads() * (from + q / group) + (long) head * group + q % group;
        return call.address(0) + 4L * size * row;
    }

    /// Writes a block of keys or values as `f32[count][size]`.
    private void widen(KernelCall call, int operand, int head, int first, int count, long dst) {
        int size = shape.headSize(call);
        long width = half ? 2L : 4L;
        long stride = width * shape.keyHeads() * size;
        long src = call.address(operand) + width * size * head + stride * first;
        for (int s = 0; s < count; s++) {
            long row = src + s * stride;
            long out = dst + 4L * size * s;
            for (int i = 0; i < size; i += Width.FLOAT_LANES) {
                FloatVector values = half ? Width.halves(row + 2L * i) : Width.floats(row + 4L * i);
                values.intoMemorySegment(Memory.ALL, out + 4L * i, Width.ORDER);
            }
        }
    }

    /// Writes the scores of two queries with a block of keys, four at a time, up to three more than `count`.
    private static void scores(
            long x0, long x1, long keys, int size, int count, float scale, long dst0, long dst1, long sums) {
        long row = 4L * size;
        for (int s = 0; s < count; s += 4) {
            long key = keys + s * row;
            for (int j = 0; j < 8; j += EightSums.LANES) {
                dots(x0 + 4L * j, x1 + 4L * j, key + 4L * j, row, size, sums + 4L * j);
            }
            for (int i = 0; i < 4; i++) {
                Memory.putF32(dst0 + 4L * (s + i), EightSums.tree(sums + 32L * i) * scale);
                Memory.putF32(dst1 + 4L * (s + i), EightSums.tree(sums + 128 + 32L * i) * scale);
            }
        }
    }

    /// Writes partial sums of two queries times four keys: `f32[2][4][8]`.
    private static void dots(long x0, long x1, long key, long row, int size, long sums) {
        FloatVector a0 = FloatVector.zero(EightSums.SPECIES);
        FloatVector a1 = a0;
        FloatVector a2 = a0;
        FloatVector a3 = a0;
        FloatVector b0 = a0;
        FloatVector b1 = a0;
        FloatVector b2 = a0;
        FloatVector b3 = a0;
        for (int k = 0; k < size; k += 8) {
            FloatVector q0 = EightSums.load(x0 + 4L * k);
            FloatVector q1 = EightSums.load(x1 + 4L * k);
            FloatVector w = EightSums.load(key + 4L * k);
            a0 = q0.fma(w, a0);
            b0 = q1.fma(w, b0);
            w = EightSums.load(key + row + 4L * k);
            a1 = q0.fma(w, a1);
            b1 = q1.fma(w, b1);
            w = EightSums.load(key + 2 * row + 4L * k);
            a2 = q0.fma(w, a2);
            b2 = q1.fma(w, b2);
            w = EightSums.load(key + 3 * row + 4L * k);
            a3 = q0.fma(w, a3);
            b3 = q1.fma(w, b3);
        }
        a0.intoMemorySegment(Memory.ALL, sums, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, sums + 32, Width.ORDER);
        a2.intoMemorySegment(Memory.ALL, sums + 64, Width.ORDER);
        a3.intoMemorySegment(Memory.ALL, sums + 96, Width.ORDER);
        b0.intoMemorySegment(Memory.ALL, sums + 128, Width.ORDER);
        b1.intoMemorySegment(Memory.ALL, sums + 160, Width.ORDER);
        b2.intoMemorySegment(Memory.ALL, sums + 192, Width.ORDER);
        b3.intoMemorySegment(Memory.ALL, sums + 224, Width.ORDER);
    }

    /// Adds weighted values to a result, position by position, and multiplies the last with a factor.
    private static void weigh(long weights, long values, int size, int count, boolean begin, float factor, long y) {
        long vector = 4L * Width.FLOAT_LANES;
        int i = 0;
        for (; i + 4 * Width.FLOAT_LANES <= size; i += 4 * Width.FLOAT_LANES) {
            long dst = y + 4L * i;
            FloatVector zero = FloatVector.zero(Width.FLOATS);
            FloatVector a0 = begin ? zero : Width.floats(dst);
            FloatVector a1 = begin ? zero : Width.floats(dst + vector);
            FloatVector a2 = begin ? zero : Width.floats(dst + 2 * vector);
            FloatVector a3 = begin ? zero : Width.floats(dst + 3 * vector);
            long value = values + 4L * i;
            for (int s = 0; s < count; s++) {
                FloatVector weight = FloatVector.broadcast(Width.FLOATS, Memory.f32(weights + 4L * s));
                a0 = weight.fma(Width.floats(value), a0);
                a1 = weight.fma(Width.floats(value + vector), a1);
                a2 = weight.fma(Width.floats(value + 2 * vector), a2);
                a3 = weight.fma(Width.floats(value + 3 * vector), a3);
                value += 4L * size;
            }
            a0.mul(factor).intoMemorySegment(Memory.ALL, dst, Width.ORDER);
            a1.mul(factor).intoMemorySegment(Memory.ALL, dst + vector, Width.ORDER);
            a2.mul(factor).intoMemorySegment(Memory.ALL, dst + 2 * vector, Width.ORDER);
            a3.mul(factor).intoMemorySegment(Memory.ALL, dst + 3 * vector, Width.ORDER);
        }
        for (; i < size; i += Width.FLOAT_LANES) {
            long dst = y + 4L * i;
            FloatVector sum = begin ? FloatVector.zero(Width.FLOATS) : Width.floats(dst);
            for (int s = 0; s < count; s++) {
                FloatVector weight = FloatVector.broadcast(Width.FLOATS, Memory.f32(weights + 4L * s));
                sum = weight.fma(Width.floats(values + 4L * size * s + 4L * i), sum);
            }
            sum.mul(factor).intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        }
    }
}
