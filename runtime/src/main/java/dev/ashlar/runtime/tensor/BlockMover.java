// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;

/// Copies all blocks of a few consecutive rows from one arrangement to another.
///
/// Off-heap storage is addressed directly; whoever made the mover keeps it alive. Row tiles on the heap, and
/// copies between two row tiles, go through [ThroughHeap], block by block.
abstract class BlockMover {
    /// Most rows of one call of [#move].
    static final int ROWS = 32;

    final int blockBytes;
    final int blocks;
    final Side src;
    final Side dst;

    private BlockMover(TensorView src, TensorView dst) {
        this.src = new Side(src);
        this.dst = new Side(dst);
        blockBytes = src.format().blockBytes();
        blocks = Math.toIntExact(src.layout().blocks(src.rank() - 1));
    }

    /// Copies the blocks of rows.
    ///
    /// @param srcSlot of the first block of the first row in the source
    /// @param dstSlot of the first block of the first row in the copy
    /// @param rows at most [#ROWS]
    abstract void move(long srcSlot, long dstSlot, int rows);

    static BlockMover between(TensorView src, TensorView dst) {
        boolean direct = src.storage().isNative() && dst.storage().isNative();
        boolean tiled = src.layout().rowTile() > 1;
        boolean tiling = dst.layout().rowTile() > 1;
        if (direct && !tiled && !tiling) {
            return src.format().isDense() ? new Elements(src, dst) : new Blocks(src, dst);
        }
        if (direct && !tiled && hasWholeRows(dst.layout())) {
            return new Tiling(src, dst);
        }
        if (direct && tiled && !tiling && hasWholeRows(src.layout())) {
            return new Untiling(src, dst);
        }
        return new ThroughHeap(src, dst);
    }

    /// Tells whether neighbouring rows and blocks of a tiled view are neighbours in its tiles.
    private static boolean hasWholeRows(Layout layout) {
        int last = layout.rank() - 1;
        return layout.stride(last - 1) == layout.rowBlocks()
                && layout.stride(last) == 1
                && layout.blocks(last) <= layout.rowBlocks();
    }

    /// Where the slots of one view are, and their distances.
    ///
    /// @param segment the storage, or all memory if it is off-heap, which spares its checks block by block
    /// @param base of slot 0 in the segment
    private record Side(
            TensorView view,
            MemorySegment segment,
            long base,
            long rowStride,
            long blockStride,
            int tile,
            long rowBlocks) {
        Side(TensorView view) {
            this(
                    view,
                    view.storage().isNative() ? Memory.ALL : view.storage(),
                    view.storage().isNative() ? view.storage().address() : 0,
                    view.layout().stride(view.rank() - 2),
                    view.layout().stride(view.rank() - 1),
                    view.layout().rowTile(),
                    view.layout().rowBlocks());
        }

        /// Returns the address of the interleaved blocks that the block of a row is among.
        long group(long row, long block, int blockBytes) {
            return base + view.layout().tilePlace(row, block) * blockBytes;
        }
    }

    /// Blocks of one element, 1, 2, 4 or 8 bytes wide, no row tile on either side.
    private static final class Elements extends BlockMover {
        /// Rows and columns that are exchanged together, so that whole cache lines are used on both sides.
        private static final int SQUARE = 8;

        Elements(TensorView src, TensorView dst) {
            super(src, dst);
        }

        @Override
        void move(long srcSlot, long dstSlot, int rows) {
            for (int row = 0; row < rows; row += SQUARE) {
                int count = Math.min(SQUARE, rows - row);
                for (int block = 0; block < blocks; block += SQUARE) {
                    for (int column = block; column < Math.min(blocks, block + SQUARE); column++) {
                        long from = srcSlot + row * src.rowStride + column * src.blockStride;
                        long to = dstSlot + row * dst.rowStride + column * dst.blockStride;
                        column(src.base + from * blockBytes, dst.base + to * blockBytes, count);
                    }
                }
            }
        }

        private void column(long from, long to, int count) {
            long srcStep = src.rowStride * blockBytes;
            long dstStep = dst.rowStride * blockBytes;
            switch (blockBytes) {
                case 1 -> {
                    for (int i = 0; i < count; i++) {
                        Memory.putI8(to + i * dstStep, Memory.i8(from + i * srcStep));
                    }
                }
                case 2 -> {
                    for (int i = 0; i < count; i++) {
                        Memory.putI16(to + i * dstStep, Memory.i16(from + i * srcStep));
                    }
                }
                case 4 -> {
                    for (int i = 0; i < count; i++) {
                        Memory.putI32(to + i * dstStep, Memory.i32(from + i * srcStep));
                    }
                }
                default -> {
                    for (int i = 0; i < count; i++) {
                        Memory.putI64(to + i * dstStep, Memory.i64(from + i * srcStep));
                    }
                }
            }
        }
    }

    /// Off-heap rows in strips of columns, each read from memory before it is moved.
    ///
    /// A processor finds out by itself that a row is read from beginning to end, but not that 32 rows are
    /// read in turns, while other places are written. (Q8_0 `[8192, 8192]` to input-block-major: 15 ms for 21
    /// ms; AMD EPYC, Temurin 25.0.3, 2026-11-30.)
    private abstract static class Strips extends BlockMover {
        /// What may lie in a level-2 cache between being read and being moved.
        private static final int STRIP_BYTES = 512 * 1024;

        private static final int LINE_BYTES = 64;

        /// Makes the reads of [#fetch] count, or they would be compiled away.
        private int fetched;

        Strips(TensorView src, TensorView dst) {
            super(src, dst);
        }

        @Override
        final void move(long srcSlot, long dstSlot, int rows) {
            int columns = Math.max(1, STRIP_BYTES / blockBytes / rows);
            for (int column = 0; column < blocks; column += columns) {
                int count = Math.min(columns, blocks - column);
                long from = srcSlot + column * src.blockStride;
                if (src.blockStride == 1) {
                    fetch(from, src.rowStride, rows, count);
                } else if (src.rowStride == 1) {
                    fetch(from, src.blockStride, count, rows);
                }
                moveStrip(from, dstSlot + column * dst.blockStride, rows, count);
            }
        }

        /// Copies a strip of columns.
        abstract void moveStrip(long srcSlot, long dstSlot, int rows, int columns);

        /// Reads runs of neighbouring blocks into the cache.
        private void fetch(long slot, long stride, int runs, int run) {
            int sum = 0;
            for (int i = 0; i < runs; i++) {
                long from = src.base + (slot + i * stride) * blockBytes;
                for (int at = 0; at < run * blockBytes; at += LINE_BYTES) {
                    sum += Memory.i8(from + at);
                }
            }
            fetched += sum;
        }
    }

    /// Whole blocks of a packed format, no row tile on either side.
    ///
    /// They are moved as longs, the last of which overlaps the one before; a bulk copy of so few bytes takes
    /// longer to find out what to copy.
    private static final class Blocks extends Strips {
        private final int lastWord;

        Blocks(TensorView src, TensorView dst) {
            super(src, dst);
            lastWord = blockBytes - Long.BYTES;
        }

        @Override
        void moveStrip(long srcSlot, long dstSlot, int rows, int columns) {
            long srcStep = src.rowStride * blockBytes;
            long dstStep = dst.rowStride * blockBytes;
            for (int column = 0; column < columns; column++) {
                long from = src.base + (srcSlot + column * src.blockStride) * blockBytes;
                long to = dst.base + (dstSlot + column * dst.blockStride) * blockBytes;
                for (int row = 0; row < rows; row++) {
                    block(from, to);
                    from += srcStep;
                    to += dstStep;
                }
            }
        }

        private void block(long from, long to) {
            int at = 0;
            for (; at <= lastWord - 3 * Long.BYTES; at += 4 * Long.BYTES) {
                long first = Memory.i64(from + at);
                long second = Memory.i64(from + at + Long.BYTES);
                long third = Memory.i64(from + at + 2 * Long.BYTES);
                long fourth = Memory.i64(from + at + 3 * Long.BYTES);
                Memory.putI64(to + at, first);
                Memory.putI64(to + at + Long.BYTES, second);
                Memory.putI64(to + at + 2 * Long.BYTES, third);
                Memory.putI64(to + at + 3 * Long.BYTES, fourth);
            }
            for (; at < lastWord; at += Long.BYTES) {
                Memory.putI64(to + at, Memory.i64(from + at));
            }
            Memory.putI64(to + lastWord, Memory.i64(from + lastWord));
        }
    }

    /// Whole blocks into the lanes of row tiles.
    private static final class Tiling extends Strips {
        private final TileLoops loops;
        private final long[] lanes = new long[ROWS];

        Tiling(TensorView src, TensorView dst) {
            super(src, dst);
            loops = new TileLoops(src.format().units(), dst.layout().rowTile());
        }

        @Override
        void moveStrip(long srcSlot, long dstSlot, int rows, int columns) {
            long firstRow = dstSlot / dst.rowBlocks;
            long firstBlock = dstSlot % dst.rowBlocks;
            for (int block = 0; block < columns; block++) {
                for (int row = 0; row < rows; ) {
                    int lane = (int) ((firstRow + row) % dst.tile);
                    int count = Math.min(rows - row, dst.tile - lane);
                    for (int i = 0; i < count; i++) {
                        long at = srcSlot + (row + i) * src.rowStride + block * src.blockStride;
                        lanes[i] = src.base + at * blockBytes;
                    }
                    loops.tile(lanes, count, dst.group(firstRow + row, firstBlock + block, blockBytes), lane);
                    row += count;
                }
            }
        }
    }

    /// The lanes of row tiles into whole blocks.
    private static final class Untiling extends BlockMover {
        private final TileLoops loops;
        private final long[] lanes = new long[ROWS];

        Untiling(TensorView src, TensorView dst) {
            super(src, dst);
            loops = new TileLoops(src.format().units(), src.layout().rowTile());
        }

        @Override
        void move(long srcSlot, long dstSlot, int rows) {
            long firstRow = srcSlot / src.rowBlocks;
            long firstBlock = srcSlot % src.rowBlocks;
            for (int block = 0; block < blocks; block++) {
                for (int row = 0; row < rows; ) {
                    int lane = (int) ((firstRow + row) % src.tile);
                    int count = Math.min(rows - row, src.tile - lane);
                    for (int i = 0; i < count; i++) {
                        long at = dstSlot + (row + i) * dst.rowStride + block * dst.blockStride;
                        lanes[i] = dst.base + at * blockBytes;
                    }
                    loops.untile(src.group(firstRow + row, firstBlock + block, blockBytes), lane, lanes, count);
                    row += count;
                }
            }
        }
    }

    /// Any storage and any arrangement, one block at a time.
    private static final class ThroughHeap extends BlockMover {
        private final MemorySegment block;

        ThroughHeap(TensorView src, TensorView dst) {
            super(src, dst);
            block = MemorySegment.ofArray(new byte[blockBytes]);
        }

        @Override
        void move(long srcSlot, long dstSlot, int rows) {
            for (int column = 0; column < blocks; column++) {
                for (int row = 0; row < rows; row++) {
                    RowTile.get(src.view, srcSlot + row * src.rowStride + column * src.blockStride, block);
                    RowTile.put(block, dst.view, dstSlot + row * dst.rowStride + column * dst.blockStride);
                }
            }
        }
    }
}
