// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.floats;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;

/// Sums of rows of values, weighted by the probabilities of queries: by fused multiply-add, in increasing position.
final class WeightedSum {
    private static final int LANES = Width.FLOAT_LANES;
    private static final long VECTOR = 4L * LANES;

    private WeightedSum() {}

    /// Adds to the results of two queries.
    ///
    /// @param weights0 `f32[count]` of the first query
    /// @param weights1 `f32[count]` of the second
    /// @param values `f32[count][row]`, of which `size` elements of a row count
    /// @param row elements from one position to the next
    /// @param size a multiple of the lanes
    /// @param count number of positions
    /// @param begin whether the results are begun
    /// @param y0 `f32[size]` of the first query
    /// @param y1 `f32[size]` of the second
    static void two(
            long weights0, long weights1, long values, int row, int size, int count, boolean begin, long y0, long y1) {
        int i = 0;
        for (; i + 4 * LANES <= size; i += 4 * LANES) {
            fourVectors(weights0, weights1, values + 4L * i, row, count, begin, y0 + 4L * i, y1 + 4L * i);
        }
        if (i < size) {
            rest(weights0, values + 4L * i, row, size - i, count, begin, y0 + 4L * i);
            rest(weights1, values + 4L * i, row, size - i, count, begin, y1 + 4L * i);
        }
    }

    /// Adds to the result of one query; see [#two].
    static void one(long weights, long values, int row, int size, int count, boolean begin, long y) {
        rest(weights, values, row, size, count, begin, y);
    }

    private static FloatVector sum(boolean begin, long y) {
        return begin ? FloatVector.zero(Width.FLOATS) : floats(y);
    }

    private static void fourVectors(
            long weights0, long weights1, long values, int row, int count, boolean begin, long y0, long y1) {
        FloatVector a0 = sum(begin, y0);
        FloatVector a1 = sum(begin, y0 + VECTOR);
        FloatVector a2 = sum(begin, y0 + 2 * VECTOR);
        FloatVector a3 = sum(begin, y0 + 3 * VECTOR);
        FloatVector b0 = sum(begin, y1);
        FloatVector b1 = sum(begin, y1 + VECTOR);
        FloatVector b2 = sum(begin, y1 + 2 * VECTOR);
        FloatVector b3 = sum(begin, y1 + 3 * VECTOR);
        long p = bounded(weights0);
        long q = bounded(weights1);
        long v = bounded(values);
        for (int s = 0; s < count; s++) {
            long at = v + offset(4 * row * s);
            FloatVector v0 = floats(at);
            FloatVector v1 = floats(at + VECTOR);
            FloatVector v2 = floats(at + 2 * VECTOR);
            FloatVector v3 = floats(at + 3 * VECTOR);
            FloatVector weight = FloatVector.broadcast(Width.FLOATS, Memory.f32(p + offset(4 * s)));
            a0 = weight.fma(v0, a0);
            a1 = weight.fma(v1, a1);
            a2 = weight.fma(v2, a2);
            a3 = weight.fma(v3, a3);
            weight = FloatVector.broadcast(Width.FLOATS, Memory.f32(q + offset(4 * s)));
            b0 = weight.fma(v0, b0);
            b1 = weight.fma(v1, b1);
            b2 = weight.fma(v2, b2);
            b3 = weight.fma(v3, b3);
        }
        a0.intoMemorySegment(Memory.ALL, y0, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, y0 + VECTOR, Width.ORDER);
        a2.intoMemorySegment(Memory.ALL, y0 + 2 * VECTOR, Width.ORDER);
        a3.intoMemorySegment(Memory.ALL, y0 + 3 * VECTOR, Width.ORDER);
        b0.intoMemorySegment(Memory.ALL, y1, Width.ORDER);
        b1.intoMemorySegment(Memory.ALL, y1 + VECTOR, Width.ORDER);
        b2.intoMemorySegment(Memory.ALL, y1 + 2 * VECTOR, Width.ORDER);
        b3.intoMemorySegment(Memory.ALL, y1 + 3 * VECTOR, Width.ORDER);
    }

    /// Two vectors of one query at a time, or one.
    private static void rest(long weights, long values, int row, int width, int count, boolean begin, long y) {
        long p = bounded(weights);
        for (int i = 0; i < width; i += 2 * LANES) {
            long next = i + LANES < width ? VECTOR : 0;
            long v = bounded(values + 4L * i);
            FloatVector a0 = sum(begin, y + 4L * i);
            FloatVector a1 = sum(begin, y + 4L * i + next);
            for (int s = 0; s < count; s++) {
                FloatVector weight = FloatVector.broadcast(Width.FLOATS, Memory.f32(p + offset(4 * s)));
                long at = v + offset(4 * row * s);
                a0 = weight.fma(floats(at), a0);
                a1 = weight.fma(floats(at + next), a1);
            }
            a0.intoMemorySegment(Memory.ALL, y + 4L * i, Width.ORDER);
            a1.intoMemorySegment(Memory.ALL, y + 4L * i + next, Width.ORDER);
        }
    }
}
