// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Width.floats;
import static dev.ashlar.kernels.vector.Width.toFloats;
import static dev.ashlar.kernels.vector.Width.widen;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/// How integer sums of rows enter their accumulators: `acc = fma(dx * d, (float) sum, acc)`.
final class Sums {
    private static final long VECTOR = 4L * Width.FLOAT_LANES;

    private Sums() {}

    /// Adds 16-bit sums of [Width#LANES] rows whose scales are half floats.
    static void add(ShortVector sums, float dx, long halfScales, long accumulators) {
        add(toFloats(widen(sums, 0)), Width.halves(halfScales), dx, accumulators);
        add(toFloats(widen(sums, 1)), Width.halves(halfScales + VECTOR / 2), dx, accumulators + VECTOR);
    }

    /// Adds 32-bit sums of [Width#FLOAT_LANES] rows whose scales are half floats.
    static void add(IntVector sums, float dx, long halfScales, long accumulators) {
        add(toFloats(sums), Width.halves(halfScales), dx, accumulators);
    }

    /// Adds whole sums of [Width#FLOAT_LANES] rows.
    static void add(FloatVector sums, FloatVector scales, float dx, long accumulators) {
        scales.mul(dx).fma(sums, floats(accumulators)).intoMemorySegment(Memory.ALL, accumulators, Width.ORDER);
    }

    /// Unpacks the half-precision scales of the rows of a vector of shorts.
    static void unpackHalves(long halves, long dst) {
        Width.halves(halves).intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        Width.halves(halves + VECTOR / 2).intoMemorySegment(Memory.ALL, dst + VECTOR, Width.ORDER);
    }
}
