// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.EightSums.load;
import static dev.ashlar.kernels.vector.EightSums.store;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// The inner loops of [LinearHalfOneToken]: rows of F16 weights times one token, widened as they are read.
///
/// The bits of a half, moved to where a float has them, are the number times 2^-112, exactly, for subnormal
/// numbers too. Instead of each weight the token is multiplied with 2^112, once for all rows: the products are
/// the same numbers, and each is rounded once, when it is added. What this does not hold for is found before:
/// infinite weights and weights that are no numbers by [#areFinite], activations that are too large by [#scale].
final class HalfProduct {
    private static final VectorSpecies<Integer> INTS =
            VectorSpecies.of(int.class, VectorShape.forBitSize(32 * EightSums.LANES));
    private static final VectorSpecies<Short> SHORTS =
            VectorSpecies.of(short.class, VectorShape.forBitSize(16 * EightSums.LANES));

    private static final short MAGNITUDE = 0x7fff;

    /// Added to a magnitude, sets the sign if all bits of the exponent are set.
    private static final short EXPONENT_STEP = 0x400;

    private static final long SIGNS = 0x8000800080008000L;
    private static final float SCALE = 0x1p112f;

    /// The bits of the least magnitude that is not scaled: SCALE times it is infinite.
    private static final int TOO_LARGE = Float.floatToRawIntBits(0x1p16f);

    private HalfProduct() {}

    /// Writes a token times 2^112.
    ///
    /// @param src `f32[count]`
    /// @param count a multiple of the lanes of a vector of floats
    /// @param dst `f32[count]`
    /// @param lanes scratch memory for a vector
    /// @return false if some numbers are too large, and what is written of no use
    static boolean scale(long src, int count, long dst, long lanes) {
        long from = bounded(src);
        long to = bounded(dst);
        IntVector most = IntVector.zero(Width.INTS);
        for (int k = 0; k < count; k += Width.FLOAT_LANES) {
            long at = offset(4 * k);
            FloatVector values = Width.floats(from + at);
            most = most.max(values.reinterpretAsInts().and(Integer.MAX_VALUE));
            values.mul(SCALE).intoMemorySegment(Memory.ALL, to + at, Width.ORDER);
        }
        most.intoMemorySegment(Memory.ALL, lanes, Width.ORDER);
        int largest = 0;
        for (int lane = 0; lane < Width.FLOAT_LANES; lane++) {
            largest = Math.max(largest, Memory.i32(lanes + 4L * lane));
        }
        return largest < TOO_LARGE;
    }

    /// Tells whether halves are all finite, and brings them to the cache.
    ///
    /// One vector a step: with more, of which one was used only after a loop that did not change it, the compiler
    /// made objects of all vectors of the kernel.
    ///
    /// @param halves address of the first
    /// @param count a multiple of the lanes of a vector of shorts
    /// @param lanes scratch memory for a vector
    static boolean areFinite(long halves, int count, long lanes) {
        long from = bounded(halves);
        ShortVector most = ShortVector.zero(Width.SHORTS);
        int k = 0;
        for (; k < count; k += Width.LANES) {
            most = most.max(Width.shorts(from + offset(2 * k)).and(MAGNITUDE));
        }
        most.add(EXPONENT_STEP).intoMemorySegment(Memory.ALL, lanes, Width.ORDER);
        long signs = 0;
        for (int i = 0; i < 2 * Width.LANES; i += 8) {
            signs |= Memory.i64(lanes + i);
        }
        return (signs & SIGNS) == 0;
    }

    /// Adds four rows times a token to their partial sums, `f32[4][8]`.
    ///
    /// @param count number of columns, a multiple of eight
    /// @param w first row of finite halves
    /// @param rowBytes distance of the next row
    /// @param x token, scaled
    /// @param sums of the rows
    static void four(int count, long w, long rowBytes, long x, long sums) {
        for (int j = 0; j < 8; j += EightSums.LANES) {
            long at = sums + 4L * j;
            long q = bounded(x + 4L * j);
            long p0 = bounded(w + 2L * j);
            long p1 = bounded(w + 2L * j + rowBytes);
            long p2 = bounded(w + 2L * j + 2 * rowBytes);
            long p3 = bounded(w + 2L * j + 3 * rowBytes);
            FloatVector s0 = load(at);
            FloatVector s1 = load(at + 32);
            FloatVector s2 = load(at + 64);
            FloatVector s3 = load(at + 96);
            for (int i = 0; i < count; i += 8) {
                long k = offset(2 * i);
                FloatVector factor = load(q + 2 * k);
                s0 = factor.fma(moved(p0 + k), s0);
                s1 = factor.fma(moved(p1 + k), s1);
                s2 = factor.fma(moved(p2 + k), s2);
                s3 = factor.fma(moved(p3 + k), s3);
            }
            store(s0, at);
            store(s1, at + 32);
            store(s2, at + 64);
            store(s3, at + 96);
        }
    }

    /// Adds two rows times a token to their partial sums, `f32[2][8]`; see [#four].
    static void two(int count, long w, long rowBytes, long x, long sums) {
        for (int j = 0; j < 8; j += EightSums.LANES) {
            long at = sums + 4L * j;
            long q = bounded(x + 4L * j);
            long p0 = bounded(w + 2L * j);
            long p1 = bounded(w + 2L * j + rowBytes);
            FloatVector s0 = load(at);
            FloatVector s1 = load(at + 32);
            for (int i = 0; i < count; i += 8) {
                long k = offset(2 * i);
                FloatVector factor = load(q + 2 * k);
                s0 = factor.fma(moved(p0 + k), s0);
                s1 = factor.fma(moved(p1 + k), s1);
            }
            store(s0, at);
            store(s1, at + 32);
        }
    }

    /// Loads finite halves, times 2^-112.
    private static FloatVector moved(long address) {
        IntVector bits = (IntVector) ShortVector.fromMemorySegment(SHORTS, Memory.ALL, address, Width.ORDER)
                .convertShape(VectorOperators.S2I, INTS, 0);
        return bits.lanewise(VectorOperators.LSHL, 13)
                .and(Width.SIGN_AND_MAGNITUDE)
                .reinterpretAsFloats();
    }
}
