// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.util.ArrayList;
import java.util.List;

/// The units that a block is made of: its fields as runs of equally wide integers or floats.
///
/// A row tile of `R` rows interleaves the blocks of `R` rows unit by unit, so that one unit of all rows lies together:
/// unit `u` of row `r` is at `offset(u) * R + r * width(u)` of the tile.
///
/// @param runs consecutive runs that cover the block without gaps
public record BlockUnits(List<Run> runs) {
    /// Copies the runs.
    public BlockUnits {
        runs = List.copyOf(runs);
    }

    /// Makes the units of a block from pairs of width and count.
    ///
    /// @param widthsAndCounts width in bytes and number of units, alternating
    /// @return the units
    static BlockUnits of(int... widthsAndCounts) {
        List<Run> runs = new ArrayList<>();
        int offset = 0;
        for (int i = 0; i < widthsAndCounts.length; i += 2) {
            Run run = new Run(offset, widthsAndCounts[i], widthsAndCounts[i + 1]);
            runs.add(run);
            offset += run.bytes();
        }
        return new BlockUnits(runs);
    }

    /// Returns the size of the block.
    ///
    /// @return bytes
    public int bytes() {
        return runs.stream().mapToInt(Run::bytes).sum();
    }

    /// Consecutive units of one width.
    ///
    /// @param offsetBytes where the first unit is in the block
    /// @param width of one unit in bytes: 1, 2, 4 or 8
    /// @param count how many units
    public record Run(int offsetBytes, int width, int count) {
        /// Returns the size of the run in one block.
        ///
        /// @return bytes
        public int bytes() {
            return width * count;
        }
    }
}
