// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.TILE;
import static dev.ashlar.kernels.vector.Width.floats;

import dev.ashlar.runtime.kernel.Signature;
import jdk.incubator.vector.FloatVector;

/// What the products with exact numerics share: blocks are taken apart into bytes and factors in scratch memory, and
/// the elements of each `k mod 8` have a partial sum.
abstract class LinearExact extends LinearTiled {
    /// Elements that are taken apart at once: whole blocks of any format.
    static final int DEPTH = 256;

    /// Bytes of the quants of so many elements of a tile of rows, and what a load may read beyond them.
    static final int QUANTS = DEPTH * TILE + 64;

    /// Bytes of the factors and addends of a group of elements.
    static final int GROUP = 2 * 4 * TILE;

    /// Bytes of those of [#DEPTH] elements, in the smallest groups there are, of 16.
    static final int FACTORS = DEPTH / 16 * GROUP;

    final FloatTile tile;

    /// Elements of a block.
    final int elements;

    LinearExact(Signature signature, FloatTile tile) {
        super(signature);
        this.tile = tile;
        this.elements = signature.operand(1).format().blockElements();
    }

    /// Adds the partial sums of a vector of rows.
    ///
    /// @param sums those of `k mod 8 = 0`
    /// @param stride distance of the next ones
    static FloatVector tree(long sums, long stride) {
        FloatVector even = floats(sums)
                .add(floats(sums + 4 * stride))
                .add(floats(sums + 2 * stride).add(floats(sums + 6 * stride)));
        FloatVector odd = floats(sums + stride)
                .add(floats(sums + 5 * stride))
                .add(floats(sums + 3 * stride).add(floats(sums + 7 * stride)));
        return even.add(odd);
    }
}
