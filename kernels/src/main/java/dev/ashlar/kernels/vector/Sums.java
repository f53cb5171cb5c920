// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Width.floats;
import static dev.ashlar.kernels.vector.Width.toFloats;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;

/// How integer sums of rows enter their accumulators: `acc = fma(dx * d, (float) sum, acc)`.
final class Sums {
    private static final long VECTOR = 4L * Width.FLOAT_LANES;

    private Sums() {}

    /// Adds 16-bit sums of a panel, whose scales are half floats at the beginning of its tiles.
    static void addShorts(long sums, float dx, long t0, long t1, long t2, long t3, long accumulators) {
        for (int vector = 0; vector < 4; vector++) {
            long scales = TiledRows.select(vector, t0, t1, t2, t3) + 2L * TiledRows.row(vector);
            for (int part = 0; part < 2; part++) {
                long at = (2 * vector + part) * VECTOR;
                FloatVector sum = toFloats(Width.widenedShorts(sums + at / 2));
                add(sum, Width.halves(scales + part * VECTOR / 2), dx, accumulators + at);
            }
        }
    }

    /// Adds 32-bit sums of a panel, whose scales are half floats at a place in its tiles.
    static void addInts(long sums, float dx, long t0, long t1, long t2, long t3, long accumulators) {
        for (int vector = 0; vector < 4; vector++) {
            long scales = TiledRows.select(vector, t0, t1, t2, t3) + 2L * TiledRows.row(vector);
            for (int part = 0; part < 2; part++) {
                long at = (2 * vector + part) * VECTOR;
                add(toFloats(Width.ints(sums + at)), Width.halves(scales + part * VECTOR / 2), dx, accumulators + at);
            }
        }
    }

    /// Adds whole sums of [Width#FLOAT_LANES] rows.
    static void add(FloatVector sums, FloatVector scales, float dx, long accumulators) {
        scales.mul(dx).fma(sums, floats(accumulators)).intoMemorySegment(Memory.ALL, accumulators, Width.ORDER);
    }

    /// Unpacks the half-precision scales of the rows of a vector of shorts.
    static void unpackHalves(long halves, long dst) {
        for (int part = 0; part < 2; part++) {
            Width.halves(halves + part * VECTOR / 2).intoMemorySegment(Memory.ALL, dst + part * VECTOR, Width.ORDER);
        }
    }
}
