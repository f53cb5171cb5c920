// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.Optional;

/// Weights whose bytes say which block they belong to, for every format in every arrangement.
///
/// A converter tests its output against the same bytes that this engine tests itself with. The first set is 4 rows by 3
/// blocks; every byte of block `(o, b)` is the tag `o * 16 + b`. The second set has any size, by default
/// [#ROWS] by [#BLOCKS_PER_ROW], both prime; its bytes differ within a block, too, so that it also finds bytes that
/// moved inside their block. The bytes are written here from the definition of the orders, not by the relayout that
/// they test.
public final class PackedLayoutFixtures {
    /// Rows of the tagged set.
    public static final int TAGGED_ROWS = 4;

    /// Blocks in a row of the tagged set.
    public static final int TAGGED_BLOCKS_PER_ROW = 3;

    /// Rows of the second set.
    public static final int ROWS = 37;

    /// Blocks in a row of the second set.
    public static final int BLOCKS_PER_ROW = 11;

    private PackedLayoutFixtures() {}

    /// Returns the tagged weight as a file holds it.
    ///
    /// @param encoding of the weight
    /// @return 4 rows of 3 blocks, row-major
    public static byte[] canonical(Format encoding) {
        return tagged(encoding, LayoutClass.BLOCKED_ROW_MAJOR);
    }

    /// Returns the tagged weight as packed kernels read it.
    ///
    /// @param encoding of the weight
    /// @return 4 rows of 3 blocks, input-block-major
    public static byte[] kernelOrder(Format encoding) {
        return tagged(encoding, LayoutClass.BLOCKED_INPUT_MAJOR);
    }

    /// Returns the tagged weight in any arrangement.
    ///
    /// @param encoding of the weight
    /// @param layout row-major or an input-block-major class
    /// @return 4 rows of 3 blocks, and zero rows that fill a row tile
    public static byte[] tagged(Format encoding, LayoutClass layout) {
        return grid(encoding).write(layout);
    }

    /// Returns the weight of the second set in any arrangement.
    ///
    /// @param encoding of the weight
    /// @param layout row-major or an input-block-major class
    /// @param rows of the weight
    /// @param blocksPerRow of the weight
    /// @return its bytes, and zero rows that fill a row tile
    public static byte[] patterned(Format encoding, LayoutClass layout, int rows, int blocksPerRow) {
        return new FixtureGrid(encoding, rows, blocksPerRow, FixtureGrid.Content.PATTERN).write(layout);
    }

    /// Compares bytes with the tagged weight.
    ///
    /// @param bytes what a converter wrote
    /// @param encoding of the weight
    /// @param layout the arrangement that they should be in
    /// @return empty if every byte agrees, otherwise the first block in the wrong place
    public static Optional<String> disagreement(byte[] bytes, Format encoding, LayoutClass layout) {
        return Disagreement.find(grid(encoding), bytes, layout);
    }

    /// Compares bytes with the weight of the second set.
    ///
    /// @param bytes what a converter wrote
    /// @param encoding of the weight
    /// @param layout the arrangement that they should be in
    /// @param rows of the weight
    /// @param blocksPerRow of the weight
    /// @return empty if every byte agrees, otherwise the first block in the wrong place
    public static Optional<String> disagreement(
            byte[] bytes, Format encoding, LayoutClass layout, int rows, int blocksPerRow) {
        return Disagreement.find(
                new FixtureGrid(encoding, rows, blocksPerRow, FixtureGrid.Content.PATTERN), bytes, layout);
    }

    private static FixtureGrid grid(Format encoding) {
        return new FixtureGrid(encoding, TAGGED_ROWS, TAGGED_BLOCKS_PER_ROW, FixtureGrid.Content.TAGS);
    }
}
