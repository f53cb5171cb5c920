// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import dev.ashlar.runtime.format.BlockUnits;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;

/// The blocks of a fixture, and where an arrangement puts each of their bytes.
///
/// @param encoding of the weight
/// @param rows of the weight
/// @param blocksPerRow of the weight
/// @param content what the bytes are
record FixtureGrid(Format encoding, int rows, int blocksPerRow, Content content) {
    /// What the bytes of a fixture are.
    enum Content {
        /// Every byte of block `(o, b)` is `o * 16 + b`.
        TAGS,
        /// Every byte depends on its row, its block and its place in the block.
        PATTERN
    }

    FixtureGrid {
        if (rows < 1 || blocksPerRow < 1) {
            throw new IllegalArgumentException(
                    "fixture: found %d x %d blocks, expected at least 1 x 1".formatted(rows, blocksPerRow));
        }
    }

    /// Returns one byte of a block.
    byte value(int row, int block, int at) {
        return switch (content) {
            case TAGS -> (byte) (row * 16 + block);
            case PATTERN -> {
                int mixed = (row * 0x9e3779b1 ^ block * 0x85ebca77 ^ at * 0xc2b2ae3d) * 0x27d4eb2f;
                yield (byte) (mixed >>> 23);
            }
        };
    }

    /// Returns the size of the weight, rows that fill a row tile included.
    int bytes(LayoutClass layout) {
        int padded = Math.ceilDiv(rows, layout.rowTile()) * layout.rowTile();
        return Math.toIntExact(Math.multiplyExact((long) padded * blocksPerRow, encoding.blockBytes()));
    }

    /// Returns the slot of a block, counted in whole blocks.
    int slot(LayoutClass layout, int row, int block) {
        if (layout == LayoutClass.BLOCKED_ROW_MAJOR || layout == LayoutClass.CONTIGUOUS) {
            return row * blocksPerRow + block;
        }
        if (!layout.isInputMajor()) {
            throw new IllegalArgumentException(
                    "fixture: found layout '%s', expected row_major or an input-block-major class"
                            .formatted(layout.spelling()));
        }
        int grid = gridRows(layout);
        return (row / grid * blocksPerRow + block) * grid + row % grid;
    }

    /// Returns how many rows are an input-block-major grid of their own: those of a row tile, or all.
    int gridRows(LayoutClass layout) {
        return layout.rowTile() == 1 ? rows : layout.rowTile();
    }

    /// Returns where one byte of a block is.
    int position(LayoutClass layout, int row, int block, int at) {
        int slot = slot(layout, row, block);
        int tile = layout.rowTile();
        int blockBytes = encoding.blockBytes();
        if (tile == 1) {
            return slot * blockBytes + at;
        }
        for (BlockUnits.Run run : encoding.units().runs()) {
            if (at < run.offsetBytes() + run.bytes()) {
                int inUnit = (at - run.offsetBytes()) % run.width();
                return slot / tile * tile * blockBytes + (at - inUnit) * tile + slot % tile * run.width() + inUnit;
            }
        }
        throw new IllegalStateException("byte %d of a block of %d".formatted(at, blockBytes));
    }

    /// Returns the whole weight.
    byte[] write(LayoutClass layout) {
        byte[] bytes = new byte[bytes(layout)];
        for (int row = 0; row < rows; row++) {
            for (int block = 0; block < blocksPerRow; block++) {
                for (int at = 0; at < encoding.blockBytes(); at++) {
                    bytes[position(layout, row, block, at)] = value(row, block, at);
                }
            }
        }
        return bytes;
    }

    /// Tells whether a block is found where another belongs.
    boolean holds(byte[] bytes, LayoutClass layout, int[] place, int[] block) {
        for (int at = 0; at < encoding.blockBytes(); at++) {
            if (bytes[position(layout, place[0], place[1], at)] != value(block[0], block[1], at)) {
                return false;
            }
        }
        return true;
    }
}
