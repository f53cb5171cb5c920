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

/// `y[o] = sum_k x[k] * w[o, k]` for one token with f32 activations and weights of signed bytes whose rows are
/// interleaved.
///
/// Each byte of an integer is shifted to the highest, where its sign is that of the integer, and converted
/// without being widened, which would need the unit that permutes.
///
/// From the cache, a core: 15 G weights/s in Q8_0, 12 in Q6_K; from memory 9.5 and 9 (EPYC 4th generation, 512
/// bits, JDK 25.0.3, 2026-11-30).
final class LinearBytesOneToken extends LinearFours {
    /// The highest byte.
    private static final int HIGHEST = 0xff << 24;

    /// Where things are in scratch memory: bytes; factors in the smallest groups there are, of 16; how many
    /// vectors of a group a sum has.
    private static final int FACTORS_AT = DEPTH * TILE;

    private static final int COUNT_AT = FACTORS_AT + DEPTH / 16 * GROUP;
    private static final int OWN_BYTES = COUNT_AT + 64;

    private final ByteTile tile;

    LinearBytesOneToken(Signature signature, ByteTile tile) {
        super(signature, OWN_BYTES);
        this.tile = tile;
    }

    @Override
    void prepare(long own) {
        Memory.putI32(own + COUNT_AT, tile.group() / 8);
    }

    @Override
    void add(long weights, int blocks, long x, long distance, long sums, long own) {
        long quants = tile.quants(weights, blocks, own);
        tile.factors(weights, blocks, own + FACTORS_AT);
        int groups = blocks * elements / tile.group();
        int count = Memory.i32(own + COUNT_AT);
        for (int j = 0; j < 8; j += ELEMENTS) {
            for (int part = 0; part < PARTS; part++) {
                multiply(
                        groups,
                        count,
                        quants + j * TILE + part * VECTOR,
                        own + FACTORS_AT + part * FOURS,
                        x + j / ELEMENTS * distance,
                        sums + (j / ELEMENTS * PARTS + part) * 4 * VECTOR);
            }
        }
    }

    /// Adds the elements of one `k mod 8` (or of [Fours#ELEMENTS]) to the partial sums of the rows of four
    /// bytes.
    private void multiply(int groups, int count, long quants, long factors, long x, long sums) {
        FloatVector a0 = floats(sums);
        FloatVector a1 = floats(sums + VECTOR);
        FloatVector a2 = floats(sums + 2 * VECTOR);
        FloatVector a3 = floats(sums + 3 * VECTOR);
        long q = bounded(quants);
        long f = bounded(factors);
        long p = bounded(x);
        for (int group = 0; group < groups; group++) {
            FloatVector s0 = floats(f);
            FloatVector s1 = floats(f + VECTOR);
            FloatVector s2 = floats(f + 2 * VECTOR);
            FloatVector s3 = floats(f + 3 * VECTOR);
            for (int i = 0; i < count; i++) {
                IntVector v = ints(q + offset(i) * 8 * TILE);
                FloatVector value = floats(p);
                a0 = toFloats(v.lanewise(VectorOperators.LSHL, 24)).mul(s0).fma(value, a0);
                a1 = toFloats(v.lanewise(VectorOperators.LSHL, 16).and(HIGHEST))
                        .mul(s1)
                        .fma(value, a1);
                a2 = toFloats(v.lanewise(VectorOperators.LSHL, 8).and(HIGHEST))
                        .mul(s2)
                        .fma(value, a2);
                a3 = toFloats(v.and(HIGHEST)).mul(s3).fma(value, a3);
                p = bounded(p + VECTOR);
            }
            f = bounded(f + GROUP);
            q = bounded(q + tile.stride());
        }
        a0.intoMemorySegment(Memory.ALL, sums, Width.ORDER);
        a1.intoMemorySegment(Memory.ALL, sums + VECTOR, Width.ORDER);
        a2.intoMemorySegment(Memory.ALL, sums + 2 * VECTOR, Width.ORDER);
        a3.intoMemorySegment(Memory.ALL, sums + 3 * VECTOR, Width.ORDER);
    }
}
