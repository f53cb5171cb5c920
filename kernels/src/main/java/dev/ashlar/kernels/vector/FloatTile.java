// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

/// What a weight format does in kernels with exact numerics: it takes a block of each of [TiledRows#TILE]
/// interleaved rows apart into bytes `q`, factors `s` and addends `m`, such that the number that the codec decodes is
/// `fma(q, s, m)`, to the bit.
interface FloatTile {
    /// Returns how many elements of a row share a factor.
    int group();

    /// Writes the quants of a block of every row.
    ///
    /// @param tile the interleaved blocks
    /// @param dst `i8[block elements][TILE]`
    void quants(long tile, long dst);

    /// Writes the factors and addends.
    ///
    /// @param tile the interleaved blocks
    /// @param dst `f32[block elements / group][2][TILE]`; an addend is -0 where the format has none: that changes
    ///     no product, not even one that is 0
    void factors(long tile, long dst);
}
