// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;

/// Copies all blocks of a few consecutive rows from one arrangement to another.
///
/// Off-heap storage is addressed directly; whoever made the mover keeps it alive. Row tiles on the heap, and copies
/// between two row tiles, go through [ThroughHeap], block by block.
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
        if (direct && src.format().isDense()) {
            return new Elements(src, dst);
        }
        if (!tiled && !tiling) {
            return new Blocks(src, dst);
        }
        if (direct && !tiled && dst.layout().stride(dst.rank() - 2) == 1) {
            return new Tiling(src, dst);
        }
        if (direct && !tiling && src.layout().stride(src.rank() - 2) == 1) {
            return new Untiling(src, dst);
        }
        return new ThroughHeap(src, dst);
    }

    /// Where the slots of one view are, and their distances.
    ///
    /// @param segment the storage, or all memory if it is off-heap, which spares its checks block by block
    /// @param base of slot 0 in the segment
    private record Side(TensorView view, MemorySegment segment, long base, long rowStride, long blockStride, int tile) {
        Side(TensorView view) {
            this(
                    view,
                    view.storage().isNative() ? Memory.ALL : view.storage(),
                    view.storage().isNative() ? view.storage().address() : 0,
                    view.layout().stride(view.rank() - 2),
                    view.layout().stride(view.rank() - 1),
                    view.layout().rowTile());
        }
    }

    /// Blocks of one element, 1, 2, 4 or 8 bytes wide: a row tile of them is the same as none.
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

    /// Whole blocks, no row tile on either side.
    private static final class Blocks extends BlockMover {
        Blocks(TensorView src, TensorView dst) {
            super(src, dst);
        }

        @Override
        void move(long srcSlot, long dstSlot, int rows) {
            for (int block = 0; block < blocks; block++) {
                long from = src.base + (srcSlot + block * src.blockStride) * blockBytes;
                long to = dst.base + (dstSlot + block * dst.blockStride) * blockBytes;
                for (int row = 0; row < rows; row++) {
                    MemorySegment.copy(src.segment, from, dst.segment, to, blockBytes);
                    from += src.rowStride * blockBytes;
                    to += dst.rowStride * blockBytes;
                }
            }
        }
    }

    /// Whole blocks into the lanes of row tiles.
    private static final class Tiling extends BlockMover {
        private final TileLoops loops;
        private final long[] lanes = new long[ROWS];

        Tiling(TensorView src, TensorView dst) {
            super(src, dst);
            loops = new TileLoops(src.format().units(), dst.layout().rowTile());
        }

        @Override
        void move(long srcSlot, long dstSlot, int rows) {
            for (int block = 0; block < blocks; block++) {
                long slot = dstSlot + block * dst.blockStride;
                for (int row = 0; row < rows; ) {
                    int lane = (int) ((slot + row) % dst.tile);
                    int count = Math.min(rows - row, dst.tile - lane);
                    for (int i = 0; i < count; i++) {
                        long at = srcSlot + (row + i) * src.rowStride + block * src.blockStride;
                        lanes[i] = src.base + at * blockBytes;
                    }
                    loops.tile(lanes, count, dst.base + (slot + row - lane) * blockBytes, lane);
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
            for (int block = 0; block < blocks; block++) {
                long slot = srcSlot + block * src.blockStride;
                for (int row = 0; row < rows; ) {
                    int lane = (int) ((slot + row) % src.tile);
                    int count = Math.min(rows - row, src.tile - lane);
                    for (int i = 0; i < count; i++) {
                        long at = dstSlot + (row + i) * dst.rowStride + block * dst.blockStride;
                        lanes[i] = dst.base + at * blockBytes;
                    }
                    loops.untile(src.base + (slot + row - lane) * blockBytes, lane, lanes, count);
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
