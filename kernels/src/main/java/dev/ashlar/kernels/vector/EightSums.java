// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// Reductions in the exact order: eight partial sums `k mod 8`, then a tree; the partial sums lie in scratch memory
/// between the two.
final class EightSums {
    /// Eight lanes, or four on a machine with vectors of 128 bits, which makes two passes.
    static final VectorSpecies<Float> SPECIES =
            Width.FLOAT_LANES >= 8 ? FloatVector.SPECIES_256 : FloatVector.SPECIES_128;

    static final int LANES = SPECIES.length();

    /// Size of the partial sums.
    static final int BYTES = 32;

    private EightSums() {}

    static FloatVector load(long address) {
        return FloatVector.fromMemorySegment(SPECIES, Memory.ALL, address, Width.ORDER);
    }

    static void store(FloatVector sums, long address) {
        sums.intoMemorySegment(Memory.ALL, address, Width.ORDER);
    }

    /// Writes zero to the partial sums of some sums.
    static void zero(long address, int count) {
        for (int i = 0; i < 8 * count; i += LANES) {
            store(FloatVector.zero(SPECIES), address + 4L * i);
        }
    }

    /// Returns the sum of squares of `f32[n]`.
    static float squares(long x, int n, long sums) {
        int whole = n & ~7;
        for (int j = 0; j < 8; j += LANES) {
            FloatVector sum = FloatVector.zero(SPECIES);
            for (int k = 0; k < whole; k += 8) {
                FloatVector value = load(x + 4L * (k + j));
                sum = value.fma(value, sum);
            }
            sum.intoMemorySegment(Memory.ALL, sums + 4L * j, Width.ORDER);
        }
        for (int k = whole; k < n; k++) {
            float value = Memory.f32(x + 4L * k);
            long at = sums + 4L * (k & 7);
            Memory.putF32(at, Math.fma(value, value, Memory.f32(at)));
        }
        return tree(sums);
    }

    /// Returns the sum of `f32[n]`.
    static float sum(long x, int n, long sums) {
        int whole = n & ~7;
        for (int j = 0; j < 8; j += LANES) {
            FloatVector sum = FloatVector.zero(SPECIES);
            for (int k = 0; k < whole; k += 8) {
                sum = sum.add(load(x + 4L * (k + j)));
            }
            sum.intoMemorySegment(Memory.ALL, sums + 4L * j, Width.ORDER);
        }
        for (int k = whole; k < n; k++) {
            long at = sums + 4L * (k & 7);
            Memory.putF32(at, Memory.f32(at) + Memory.f32(x + 4L * k));
        }
        return tree(sums);
    }

    /// Adds eight partial sums.
    static float tree(long sums) {
        float even = Memory.f32(sums) + Memory.f32(sums + 16) + (Memory.f32(sums + 8) + Memory.f32(sums + 24));
        float odd = Memory.f32(sums + 4) + Memory.f32(sums + 20) + (Memory.f32(sums + 12) + Memory.f32(sums + 28));
        return even + odd;
    }
}
