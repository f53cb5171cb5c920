// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.BlockUnits;
import dev.ashlar.runtime.memory.Memory;

/// Interleaves the blocks of a row tile, and takes them apart. For one thread.
///
/// Bytes go in squares of 8 rows by 8 units, transposed as eight longs.
final class TileLoops {
    private static final int SIDE = Long.BYTES;

    private final BlockUnits.Run[] runs;
    private final int tile;
    private final long[] square = new long[SIDE];

    /// Makes the loops of one format and tile.
    ///
    /// @param units of the format
    /// @param tile rows of a tile
    TileLoops(BlockUnits units, int tile) {
        runs = units.runs().toArray(BlockUnits.Run[]::new);
        this.tile = tile;
    }

    /// Copies blocks into neighbouring lanes of a group.
    ///
    /// @param blocks address of each block
    /// @param count how many blocks
    /// @param group address of the group
    /// @param lane of the first block
    void tile(long[] blocks, int count, long group, int lane) {
        for (BlockUnits.Run run : runs) {
            int width = run.width();
            int rows = squareRows(run, count);
            for (int row = 0; row < rows; row += SIDE) {
                for (int unit = 0; unit + SIDE <= run.count(); unit += SIDE) {
                    int at = run.offsetBytes() + unit;
                    for (int i = 0; i < SIDE; i++) {
                        square[i] = Memory.i64(blocks[row + i] + at);
                    }
                    transpose(square);
                    long lanes = group + (long) at * tile + lane + row;
                    for (int i = 0; i < SIDE; i++) {
                        Memory.putI64(lanes + (long) i * tile, square[i]);
                    }
                }
            }
            for (int row = 0; row < count; row++) {
                for (int unit = row < rows ? squareUnits(run) : 0; unit < run.count(); unit++) {
                    int at = run.offsetBytes() + unit * width;
                    copyUnit(blocks[row] + at, group + (long) at * tile + (long) (lane + row) * width, width);
                }
            }
        }
    }

    /// Copies neighbouring lanes of a group into blocks.
    ///
    /// @param group address of the group
    /// @param lane of the first block
    /// @param blocks address of each block
    /// @param count how many blocks
    void untile(long group, int lane, long[] blocks, int count) {
        for (BlockUnits.Run run : runs) {
            int width = run.width();
            int rows = squareRows(run, count);
            for (int row = 0; row < rows; row += SIDE) {
                for (int unit = 0; unit + SIDE <= run.count(); unit += SIDE) {
                    int at = run.offsetBytes() + unit;
                    long lanes = group + (long) at * tile + lane + row;
                    for (int i = 0; i < SIDE; i++) {
                        square[i] = Memory.i64(lanes + (long) i * tile);
                    }
                    transpose(square);
                    for (int i = 0; i < SIDE; i++) {
                        Memory.putI64(blocks[row + i] + at, square[i]);
                    }
                }
            }
            for (int row = 0; row < count; row++) {
                for (int unit = row < rows ? squareUnits(run) : 0; unit < run.count(); unit++) {
                    int at = run.offsetBytes() + unit * width;
                    copyUnit(group + (long) at * tile + (long) (lane + row) * width, blocks[row] + at, width);
                }
            }
        }
    }

    private static int squareRows(BlockUnits.Run run, int count) {
        return run.width() == 1 ? count / SIDE * SIDE : 0;
    }

    private static int squareUnits(BlockUnits.Run run) {
        return run.count() / SIDE * SIDE;
    }

    private static void copyUnit(long from, long to, int width) {
        switch (width) {
            case 1 -> Memory.putI8(to, Memory.i8(from));
            case 2 -> Memory.putI16(to, Memory.i16(from));
            case 4 -> Memory.putI32(to, Memory.i32(from));
            default -> Memory.putI64(to, Memory.i64(from));
        }
    }

    /// Transposes 8 by 8 bytes: halves of 4, then of 2, then of 1 byte are exchanged across the diagonal.
    private static void transpose(long[] square) {
        exchange(square, 4, 0x00000000ffffffffL);
        exchange(square, 2, 0x0000ffff0000ffffL);
        exchange(square, 1, 0x00ff00ff00ff00ffL);
    }

    private static void exchange(long[] square, int half, long mask) {
        int shift = half * Byte.SIZE;
        for (int i = 0; i < SIDE; i++) {
            if ((i & half) == 0) {
                long swap = (square[i] >>> shift ^ square[i + half]) & mask;
                square[i] ^= swap << shift;
                square[i + half] ^= swap;
            }
        }
    }
}
