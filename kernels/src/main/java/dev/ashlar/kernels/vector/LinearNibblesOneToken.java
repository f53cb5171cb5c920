// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Fours.ELEMENTS;
import static dev.ashlar.kernels.vector.Fours.FOURS;
import static dev.ashlar.kernels.vector.Fours.GROUP;
import static dev.ashlar.kernels.vector.Fours.PARTS;
import static dev.ashlar.kernels.vector.Fours.VECTOR;
import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.floats;
import static dev.ashlar.kernels.vector.Width.ints;
import static dev.ashlar.kernels.vector.Width.offset;
import static dev.ashlar.kernels.vector.Width.toFloats;

import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/// `y[o] = sum_k x[k] * w[o, k]` for one token with f32 activations and weights of nibbles whose rows are
/// interleaved.
///
/// Nibbles are decoded from integers of four rows by a mask and a conversion, without widening bytes, which
/// would need the unit that permutes; only factors go through scratch memory.
///
/// From the cache, a core: 15 G weights/s in Q4_0, 17 in Q4_K; from memory 12 and 14 (EPYC 4th generation,
/// 512 bits, JDK 25.0.3, 2026-11-30).
final class LinearNibblesOneToken extends LinearFours {
    /// Where things are in scratch memory, after the factors: constants of [#multiply].
    private static final int CONSTANTS_AT = DEPTH / 32 * GROUP;

    private static final int COUNT_AT = CONSTANTS_AT + 4 * VECTOR;
    private static final int OWN_BYTES = COUNT_AT + 64;

    private final NibbleTile tile;

    LinearNibblesOneToken(Signature signature, NibbleTile tile) {
        super(signature, OWN_BYTES);
        this.tile = tile;
    }

    /// Writes masks of two nibbles of an integer, what is subtracted from them, and how many vectors of a
    /// step a sum has: a compiler that knows these unrolls loops and makes constants of its own for each use,
    /// and runs out of registers.
    @Override
    void prepare(long own) {
        put(15, own + CONSTANTS_AT);
        put(15 << 8, own + CONSTANTS_AT + VECTOR);
        put(8, own + CONSTANTS_AT + 2 * VECTOR);
        put(8 << 8, own + CONSTANTS_AT + 3 * VECTOR);
        Memory.putI32(own + COUNT_AT, tile.stepBytes() / 8);
    }

    private static void put(int value, long dst) {
        IntVector.broadcast(Width.INTS, value).intoMemorySegment(Memory.ALL, dst, Width.ORDER);
    }

    @Override
    void add(long tiles, int blocks, long x, long distance, long sums, long own) {
        tile.factors(tiles, blocks, own);
        int steps = blocks * elements / (2 * tile.stepBytes());
        for (int j = 0; j < 8; j += 2 * ELEMENTS) {
            for (int part = 0; part < PARTS; part++) {
                for (int pair = 0; pair < 2; pair++) {
                    multiply(
                            steps,
                            tiles + tile.quants() + j * TILE + part * VECTOR,
                            16 * pair,
                            own + part * FOURS + pair * 2 * VECTOR,
                            x + j / ELEMENTS * distance,
                            distance,
                            sums + (j / ELEMENTS * PARTS + part) * 4 * VECTOR + pair * 2 * VECTOR,
                            own + CONSTANTS_AT);
                }
            }
        }
    }

    /// Adds the elements of two `k mod 8` (or two times [Fours#ELEMENTS] of them) to the partial sums of
    /// the rows of two bytes.
    ///
    /// @param shift where the first of the two bytes is in an integer
    /// @param x activations of the first `k mod 8`
    /// @param distance of those of the next
    private void multiply(
            int steps, long quants, int shift, long factors, long x, long distance, long sums, long constants) {
        int count = Memory.i32(constants - CONSTANTS_AT + COUNT_AT);
        IntVector low = constant(constants, shift);
        IntVector high = constant(constants + VECTOR, shift);
        IntVector low8 = constant(constants + 2 * VECTOR, shift);
        IntVector high8 = constant(constants + 3 * VECTOR, shift);
        long next = 4 * VECTOR * PARTS;
        FloatVector a0 = floats(sums);
        FloatVector a1 = floats(sums + VECTOR);
        FloatVector b0 = floats(sums + next);
        FloatVector b1 = floats(sums + next + VECTOR);
        long q = bounded(quants);
        long f = bounded(factors);
        long p = bounded(x);
        long d = bounded(distance);
        for (int step = 0; step < steps; step++) {
            FloatVector s0 = floats(f);
            FloatVector s1 = floats(f + VECTOR);
            FloatVector m0 = floats(f + 4 * VECTOR);
            FloatVector m1 = floats(f + 5 * VECTOR);
            for (int i = 0; i < count; i++) {
                long at = q + offset(i) * 8 * TILE;
                IntVector v = ints(at);
                FloatVector x0 = floats(p);
                IntVector w = ints(at + ELEMENTS * TILE);
                FloatVector x1 = floats(p + d);
                a0 = decode(v.and(low), low8, s0, m0).fma(x0, a0);
                a1 = decode(v.and(high), high8, s1, m1).fma(x0, a1);
                b0 = decode(w.and(low), low8, s0, m0).fma(x1, b0);
                b1 = decode(w.and(high), high8, s1, m1).fma(x1, b1);
                p = bounded(p + VECTOR);
            }
            f = bounded(f + tile.upper());
            s0 = floats(f);
            s1 = floats(f + VECTOR);
            m0 = floats(f + 4 * VECTOR);
            m1 = floats(f + 5 * VECTOR);
            for (int i = 0; i < count; i++) {
                long at = q + offset(i) * 8 * TILE;
                IntVector v = ints(at).lanewise(VectorOperators.LSHR, 4);
                FloatVector x0 = floats(p);
                IntVector w = ints(at + ELEMENTS * TILE).lanewise(VectorOperators.LSHR, 4);
                FloatVector x1 = floats(p + d);
                a0 = decode(v.and(low), low8, s0, m0).fma(x0, a0);
                a1 = decode(v.and(high), high8, s1, m1).fma(x0, a1);
                b0 = decode(w.and(low), low8, s0, m0).fma(x1, b0);
                b1 = decode(w.and(high), high8, s1, m1).fma(x1, b1);
                p = bounded(p + VECTOR);
            }
            f = bounded(f + GROUP);
            q = bounded(q + tile.stride());
        }
        a0.intoMemorySegment(Memory.ALL, sums, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, sums + VECTOR, Width.ORDER);
        b0.intoMemorySegment(Memory.ALL, sums + next, Width.ORDER);
        b1.intoMemorySegment(Memory.ALL, sums + next + VECTOR, Width.ORDER);
    }

    private static IntVector constant(long address, int shift) {
        return ints(address).lanewise(VectorOperators.LSHL, shift);
    }

    /// Returns what the codec does. An addend of `-8 * d` in place of the subtraction would make another zero
    /// where `d` is negative, and no number where it is infinite.
    private FloatVector decode(IntVector nibbles, IntVector eights, FloatVector s, FloatVector m) {
        return tile.signed()
                ? toFloats(nibbles.sub(eights)).mul(s)
                : toFloats(nibbles).fma(s, m);
    }
}
