// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

/// What a weight format of bytes does in [LinearBytesOneToken]: its bytes `q` come in groups that share a factor
/// `s`, such that the number that the codec decodes is `q * s`, to the bit.
///
/// Bytes are read as the highest ones of integers; so factors are those of the codec divided by `2^24`, which is
/// exact.
interface ByteTile {
    /// Returns how many elements of a row share a factor.
    int group();

    /// Returns the distance of groups.
    int stride();

    /// Writes the bytes of some blocks, if they are not in the weight already, and returns where they are.
    ///
    /// @param tile the interleaved blocks
    /// @param blocks how many of each row
    /// @param dst `i8[LinearFours.DEPTH][TILE]`
    long quants(long tile, int blocks, long dst);

    /// Writes the factors.
    ///
    /// @param tile the interleaved blocks
    /// @param blocks how many of each row
    /// @param dst [Fours#GROUP] bytes for each group, the addends of which stay as they are
    void factors(long tile, int blocks, long dst);
}
