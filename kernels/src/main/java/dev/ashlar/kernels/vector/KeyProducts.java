// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;

/// Products of queries with keys in the exact order: the lanes are the eight partial sums.
final class KeyProducts {
    private KeyProducts() {}

    /// Writes the products of one or two queries with a block of keys, four at a time, up to three more than `count`.
    static void write(
            int queries, long x0, long x1, long keys, long row, int size, int count, long dst, long next, long sums) {
        long at = bounded(sums);
        for (int s = 0; s < count; s += 4) {
            long key = keys + s * row;
            if (queries == 1) {
                EightSums.zero(at, 4);
                DenseProduct.four(size, key, row, x0, at);
            } else {
                for (int j = 0; j < 8; j += EightSums.LANES) {
                    dots(x0 + 4L * j, x1 + 4L * j, key + 4L * j, row, size, at + 4L * j);
                }
                for (int i = 0; i < 4; i++) {
                    Memory.putF32(dst + next + 4L * (s + i), EightSums.tree(at + 128 + 32L * i));
                }
            }
            for (int i = 0; i < 4; i++) {
                Memory.putF32(dst + 4L * (s + i), EightSums.tree(at + 32L * i));
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
        long p = bounded(x0);
        long q = bounded(x1);
        long key0 = bounded(key);
        long key1 = bounded(key + row);
        long key2 = bounded(key + 2 * row);
        long key3 = bounded(key + 3 * row);
        for (int i = 0; i < size; i += 8) {
            long k = offset(4 * i);
            FloatVector q0 = EightSums.load(p + k);
            FloatVector q1 = EightSums.load(q + k);
            FloatVector w = EightSums.load(key0 + k);
            a0 = q0.fma(w, a0);
            b0 = q1.fma(w, b0);
            w = EightSums.load(key1 + k);
            a1 = q0.fma(w, a1);
            b1 = q1.fma(w, b1);
            w = EightSums.load(key2 + k);
            a2 = q0.fma(w, a2);
            b2 = q1.fma(w, b2);
            w = EightSums.load(key3 + k);
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
}
