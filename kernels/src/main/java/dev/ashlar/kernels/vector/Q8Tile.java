// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

/// What a weight format does in [LinearQ8OneToken] and [LinearQ8ManyTokens] with one block column of a panel of
/// rows.
///
/// Both products make, for each row, `acc = fma(dx * d, (float) integer sum, acc)`, as the scalar kernel does.
interface Q8Tile {
    /// Returns the size of what [#prepare] writes.
    ///
    /// @return bytes for each block of activations
    int preparedBytes();

    /// Computes what one activation block needs for all rows.
    ///
    /// @param x the block of activations
    /// @param dst [#preparedBytes], overwritten
    void prepare(long x, long dst);

    /// Multiplies the block of one token with packed weights.
    ///
    /// The four tiles are those that the vectors of the panel begin in; they repeat where vectors are short.
    ///
    /// @param tile0 address of a tile; the vector of rows begins at [TiledRows#ROW0]
    /// @param tile1 the second
    /// @param tile2 the third
    /// @param tile3 the fourth
    /// @param x the block of activations
    /// @param prepared what [#prepare] made of it
    /// @param accumulators `f32[PANEL]`
    /// @param scratch [#multiplyBytes]
    void multiply(
            long tile0, long tile1, long tile2, long tile3, long x, long prepared, long accumulators, long scratch);

    /// Returns how much of the weights [LinearQ8OneToken] reads from memory before it multiplies it from the
    /// cache. That pays where [#multiply] goes through a block by more than one way at once, too short ones
    /// for the processor to foresee.
    ///
    /// @return bytes, about; 0 if blocks are read from memory as they are multiplied
    default int bytesAhead() {
        return 0;
    }

    /// Returns the size of the scratch memory of [#multiply].
    ///
    /// @return bytes
    int multiplyBytes();

    /// Returns the size of an unpacked panel.
    ///
    /// @return bytes
    int panelBytes();

    /// Unpacks a block column of one of the four vectors of a panel, to be multiplied with many tokens.
    ///
    /// @param tile address of the tile that the vector is in
    /// @param row first row in the tile
    /// @param vector which of the four
    /// @param dst [#panelBytes] of the panel, 64-byte aligned
    void unpack(long tile, int row, int vector, long dst);

    /// Returns the size of what [#summarize] writes.
    ///
    /// @return bytes for each block of activations
    default int summaryBytes() {
        return 0;
    }

    /// Computes what [#multiplyAll] needs to know of one activation block for all panels.
    ///
    /// @param x the block of activations
    /// @param dst [#summaryBytes], overwritten
    /// @param scratch [#productBytes]
    default void summarize(long x, long dst, long scratch) {}

    /// Multiplies the blocks of several tokens with an unpacked panel.
    ///
    /// @param panel what [#unpack] made
    /// @param x the block of the first token
    /// @param tokenBytes distance of the block of the next token
    /// @param summaries what [#summarize] made of the blocks, one after the other
    /// @param tokens at least 1
    /// @param accumulators `f32[tokens + 1][PANEL]`; the last row is overwritten with anything
    /// @param scratch [#productBytes]
    void multiplyAll(long panel, long x, long tokenBytes, long summaries, int tokens, long accumulators, long scratch);

    /// Returns the size of the scratch memory of [#multiplyAll].
    ///
    /// @param tokens number of tokens
    /// @return bytes
    int productBytes(int tokens);
}
