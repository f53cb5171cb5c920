// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.util.Locale;
import java.util.Optional;

/// What a kernel may assume of an operand's memory, derived from the actual strides and offset of a layout.
///
/// The `_X8`, `_X16` and `_X32` classes are [BlockOrder#INPUT_BLOCK_MAJOR] with a row tile: that many rows are a
/// grid of their own, whose blocks of one column are interleaved so that SIMD lanes are output rows. Rows that
/// fill the last tile are zero where a relayout wrote them, but may be anything in a narrowed view: no result
/// may depend on them.
public enum LayoutClass {
    /// A dense tensor in row-major order without gaps.
    CONTIGUOUS(1),
    /// A dense tensor with any other strides.
    STRIDED(1),
    /// A whole packed weight, block `(o, b)` at `o * blocksPerRow + b`.
    BLOCKED_ROW_MAJOR(1),
    /// A whole weight, packed or dense, block `(o, b)` at `b * out + o`.
    BLOCKED_INPUT_MAJOR(1),
    /// Input-block-major with 8 rows interleaved.
    BLOCKED_INPUT_MAJOR_X8(8),
    /// Input-block-major with 16 rows interleaved.
    BLOCKED_INPUT_MAJOR_X16(16),
    /// Input-block-major with 32 rows interleaved.
    BLOCKED_INPUT_MAJOR_X32(32),
    /// A packed view that is no whole canonical grid: narrowed, stepped or transposed.
    BLOCKED_STRIDED(1);

    private final int rowTile;

    LayoutClass(int rowTile) {
        this.rowTile = rowTile;
    }

    /// Returns how many rows are interleaved.
    ///
    /// @return 1, 8, 16 or 32
    public int rowTile() {
        return rowTile;
    }

    /// Tells whether blocks of one input block column lie together, tiled or not.
    ///
    /// @return true for the input-block-major classes
    public boolean isInputMajor() {
        return switch (this) {
            case BLOCKED_INPUT_MAJOR, BLOCKED_INPUT_MAJOR_X8, BLOCKED_INPUT_MAJOR_X16, BLOCKED_INPUT_MAJOR_X32 -> true;
            case CONTIGUOUS, STRIDED, BLOCKED_ROW_MAJOR, BLOCKED_STRIDED -> false;
        };
    }

    /// Returns the name that scripts use: `row_major`, `input_block_major`, `input_block_major_x16`, ...
    ///
    /// @return lower case, without the word `blocked`
    public String spelling() {
        return switch (this) {
            case CONTIGUOUS -> "contiguous";
            case STRIDED -> "strided";
            case BLOCKED_STRIDED -> "blocked_strided";
            case BLOCKED_ROW_MAJOR -> "row_major";
            case BLOCKED_INPUT_MAJOR -> "input_block_major";
            case BLOCKED_INPUT_MAJOR_X8, BLOCKED_INPUT_MAJOR_X16, BLOCKED_INPUT_MAJOR_X32 ->
                "input_block_major"
                        + name().substring("BLOCKED_INPUT_MAJOR".length()).toLowerCase(Locale.ROOT);
        };
    }

    /// Finds a class by the name that scripts use.
    ///
    /// @param spelling as [#spelling] returns it
    /// @return empty if no class is spelled so
    public static Optional<LayoutClass> ofSpelling(String spelling) {
        for (LayoutClass layout : values()) {
            if (layout.spelling().equals(spelling)) {
                return Optional.of(layout);
            }
        }
        return Optional.empty();
    }
}
