// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.TILE;

import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/// Bytes of [TiledRows#TILE] interleaved rows as integers, four rows in each: byte `b` of integer `i` is of the
/// row `4 i + b`. Factors of the rows are in this order too, a vector for each `b`.
final class Fours {
    /// As many integers as [EightSums#SPECIES] has floats: the rows of one byte in all integers.
    private static final VectorSpecies<Integer> EIGHT = EightSums.SPECIES.withLanes(int.class);

    /// Bytes of a vector.
    static final int VECTOR = 4 * Width.FLOAT_LANES;

    /// Elements of these rows in a vector: 2 if it is longer than a row of bytes.
    static final int ELEMENTS = Math.max(1, VECTOR / TILE);

    /// Vectors of the bytes of an element of all rows, if it is shorter.
    static final int PARTS = Math.max(1, TILE / VECTOR);

    /// Bytes of the factors and then the addends of the four bytes of an integer.
    static final int FOURS = 8 * VECTOR;

    /// Bytes of these of all rows.
    static final int GROUP = PARTS * FOURS;

    private Fours() {}

    /// Writes numbers in half precision, each row's where its byte is.
    ///
    /// @param halves those of a tile of rows
    /// @param scale of byte `b` is `scale * ratio^b`
    static void put(long halves, float scale, float ratio, long dst) {
        for (int row = 0; row < TILE; row += Width.LANES) {
            IntVector pairs = Width.ints(halves + 2L * row);
            FloatVector even = Width.halves(pairs, 16);
            FloatVector odd = Width.halves(pairs, 0);
            long out = dst + row / (4 * EightSums.LANES) * FOURS + row % (4 * EightSums.LANES);
            put(Width.everyOther(even, 0).mul(scale), out);
            put(Width.everyOther(odd, 0).mul(scale * ratio), out + VECTOR);
            put(Width.everyOther(even, 32).mul(scale * ratio * ratio), out + 2 * VECTOR);
            put(Width.everyOther(odd, 32).mul(scale * ratio * ratio * ratio), out + 3 * VECTOR);
        }
    }

    /// Writes floats for each element of a vector.
    static void put(FloatVector value, long dst) {
        value.intoMemorySegment(Memory.ALL, dst, Width.ORDER);
        if (ELEMENTS == 2) {
            value.intoMemorySegment(Memory.ALL, dst + VECTOR / 2, Width.ORDER);
        }
    }

    /// Loads the bytes of one element as integers.
    static IntVector ints(long address) {
        return IntVector.fromMemorySegment(EIGHT, Memory.ALL, address, Width.ORDER);
    }
}
