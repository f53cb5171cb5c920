// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.TILE;

/// What a weight format of nibbles does in [LinearNibblesOneToken]: its bytes come in *steps*, the lower
/// nibbles of which are elements that share factors and the upper ones the elements that follow.
///
/// Bytes are read as integers, four rows in each, and masked; so the factors of byte `b` of an integer, of the
/// rows `4 i + b`, are those of the codec divided by `2^(8 b)`, which is exact.
interface NibbleTile {
    /// Bytes of a vector.
    int VECTOR = 4 * Width.FLOAT_LANES;

    /// Elements of these rows in a vector: 2 if it is longer than a row of bytes.
    int ELEMENTS = Math.max(1, VECTOR / TILE);

    /// Vectors of the bytes of an element of all rows, if it is shorter.
    int PARTS = Math.max(1, TILE / VECTOR);

    /// Bytes of the factors and then the addends of the four bytes of an integer.
    int FOURS = 8 * VECTOR;

    /// Bytes of these of all rows.
    int GROUP = PARTS * FOURS;

    /// Returns the bytes of a row in a step.
    int stepBytes();

    /// Returns where the first step is in a block of all rows.
    int quants();

    /// Returns the distance of steps.
    int stride();

    /// Returns the distance of the factors of upper nibbles from those of the lower ones.
    int upper();

    /// Tells whether a nibble is a number less 8; then there are no addends.
    boolean signed();

    /// Writes the factors of some elements.
    ///
    /// @param tile the interleaved blocks
    /// @param blocks how many of each row
    /// @param dst [#GROUP] bytes for each group
    void factors(long tile, int blocks, long dst);
}
