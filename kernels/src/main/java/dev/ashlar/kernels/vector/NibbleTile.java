// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

/// What a weight format of nibbles does in [LinearNibblesOneToken]: its bytes come in *steps*, the lower
/// nibbles of which are elements that share factors and the upper ones the elements that follow.
///
/// Integers are masked; so the factors of byte `b` are those of the codec divided by `2^(8 b)`, which is exact.
interface NibbleTile {
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
    /// @param dst [Fours#GROUP] bytes for each group
    void factors(long tile, int blocks, long dst);
}
