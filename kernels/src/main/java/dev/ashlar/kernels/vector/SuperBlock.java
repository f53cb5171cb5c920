// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.Width.bounded;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/// Integer sums of blocks of 256 over their sub-blocks, for the rows of a panel:
/// `total += scale * (offset - sum)`.
final class SuperBlock {
    /// Where the quants of a Q8_K block of activations are.
    static final int X_QUANTS = 4;

    private static final int X_SUMS = 260;

    private SuperBlock() {}

    /// Returns the sum of 32 activations.
    static int sum(long x, int subBlock) {
        return Memory.i16(x + X_SUMS + 4L * subBlock) + Memory.i16(x + X_SUMS + 4L * subBlock + 2);
    }

    /// Tells whether the absolute values of each group of a block of activations add up to no more than a limit.
    ///
    /// @param x the block
    /// @param elements of a group, a multiple of 8
    /// @param limit the largest sum
    /// @param scratch 256 bytes
    static boolean fits(long x, int elements, int limit, long scratch) {
        long quants = bounded(x) + X_QUANTS;
        long sums = bounded(scratch);
        for (int at = 0; at < 256; at += Width.BYTES.length()) {
            magnitudes(quants + at).intoMemorySegment(Memory.ALL, sums + at, Width.ORDER);
        }
        long most = 0;
        for (int first = 0; first < 256; first += elements) {
            long sum = 0;
            for (int k = first; k < first + elements; k += 8) {
                sum += Memory.i64(sums + k);
            }
            most = Math.max(most, sum);
        }
        return most <= limit;
    }

    /// Returns the sums of eight absolute values each.
    private static LongVector magnitudes(long quants) {
        ShortVector pairs = ByteVector.fromMemorySegment(Width.BYTES, Memory.ALL, quants, Width.ORDER)
                .abs()
                .reinterpretAsShorts();
        IntVector fours = pairs.and((short) 0xff)
                .add(pairs.lanewise(VectorOperators.LSHR, 8))
                .reinterpretAsInts();
        LongVector eights =
                fours.and(0xffff).add(fours.lanewise(VectorOperators.LSHR, 16)).reinterpretAsLongs();
        return eights.and(0xffffffffL).add(eights.lanewise(VectorOperators.LSHR, 32));
    }

    static void clear(long ints, int count) {
        for (long at = 0; at < 4L * count; at += 4L * Width.FLOAT_LANES) {
            IntVector.zero(Width.INTS).intoMemorySegment(Memory.ALL, ints + at, Width.ORDER);
        }
    }

    /// Adds the differences of a number and sums of 16 bits times scales of 16 bits.
    ///
    /// @param count rows
    /// @param offset what every sum is subtracted from
    /// @param sums `i16[count]`
    /// @param scales `i16[count]`
    /// @param totals `i32[count]`
    static void addDifferences(int count, int offset, long sums, long scales, long totals) {
        IntVector offsets = IntVector.broadcast(Width.INTS, offset);
        for (int row = 0; row < count; row += Width.FLOAT_LANES) {
            IntVector difference = offsets.sub(Width.widenedShorts(sums + 2L * row));
            Width.ints(totals + 4L * row)
                    .add(difference.mul(Width.widenedShorts(scales + 2L * row)))
                    .intoMemorySegment(Memory.ALL, totals + 4L * row, Width.ORDER);
        }
    }

    /// Widens the scales of a vector of rows.
    ///
    /// @param count sub-blocks
    /// @param scales those of the rows in `i16[count][PANEL]`
    /// @param dst those of the rows in `i32[count][PANEL]`
    static void widenScales(int count, long scales, long dst) {
        for (int j = 0; j < count; j++) {
            for (int first = 0; first < Width.LANES; first += Width.FLOAT_LANES) {
                Width.widenedShorts(scales + 2L * (j * PANEL + first))
                        .intoMemorySegment(Memory.ALL, dst + 4L * (j * PANEL + first), Width.ORDER);
            }
        }
    }

    /// Makes `acc = fma(dx * d, (float) total, acc)` for the rows of a panel.
    static void finish(long totals, float dx, long scales, long accumulators) {
        for (int row = 0; row < PANEL; row += Width.FLOAT_LANES) {
            FloatVector total = Width.toFloats(Width.ints(totals + 4L * row));
            Sums.add(total, Width.floats(scales + 4L * row), dx, accumulators + 4L * row);
        }
    }

    /// Subtracts minima: `acc = fma(-(dx * dmin), sum_j min[j] * sum_j(x), acc)`, where the sum over eight
    /// sub-blocks, at most `8 * 63 * 32 * 128`, fits 32 bits with room.
    ///
    /// @param mins `i16[8][PANEL]`
    /// @param x the block of activations
    /// @param scales `f32[PANEL]` of the minima
    /// @param accumulators `f32[PANEL]`
    static void subtractMins(long mins, long x, long scales, long accumulators) {
        float dx = Memory.f32(x);
        for (int row = 0; row < PANEL; row += Width.FLOAT_LANES) {
            IntVector total = IntVector.zero(Width.INTS);
            for (int j = 0; j < 8; j++) {
                total = total.add(
                        Width.widenedShorts(mins + 2L * (j * PANEL + row)).mul(sum(x, j)));
            }
            FloatVector factor = Width.floats(scales + 4L * row).mul(dx).neg();
            factor.fma(Width.toFloats(total), Width.floats(accumulators + 4L * row))
                    .intoMemorySegment(Memory.ALL, accumulators + 4L * row, Width.ORDER);
        }
    }
}
