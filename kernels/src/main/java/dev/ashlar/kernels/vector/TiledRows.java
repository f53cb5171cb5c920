// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;

/// Where the bytes of a weight in [LayoutClass#BLOCKED_INPUT_MAJOR_X32] are, for kernels that work on four
/// vectors of rows at a time: a *panel*. A panel is a whole number of row tiles at every vector width.
///
/// Sizes are constants of the type where it has them, else those of the call.
final class TiledRows {
    /// Rows that are interleaved.
    static final int TILE = LayoutClass.BLOCKED_INPUT_MAJOR_X32.rowTile();

    /// Rows of a panel: 128, 64 or 32.
    static final int PANEL = 4 * Width.LANES;

    /// Size of an accumulator for each row of a panel.
    static final long PANEL_BYTES = 4L * PANEL;

    /// Where the four vectors of a panel begin in their tiles, in rows.
    static final int ROW0 = 0;

    static final int ROW1 = Width.LANES % TILE;
    static final int ROW2 = 2 * Width.LANES % TILE;
    static final int ROW3 = 3 * Width.LANES % TILE;

    private final int rows;
    private final int columns;
    private final int blockElements;
    private final int tileBytes;

    TiledRows(Signature signature) {
        OperandType weight = signature.operand(1);
        Format format = weight.format();
        rows = Math.toIntExact(weight.dim(0));
        columns = Math.toIntExact(weight.dim(1));
        blockElements = format.blockElements();
        tileBytes = format.blockBytes() * TILE;
    }

    /// Returns where a vector of a panel begins in its tile.
    static int row(int vector) {
        return vector * Width.LANES % TILE;
    }

    /// Returns one of four addresses.
    static long select(int vector, long tile0, long tile1, long tile2, long tile3) {
        if (vector < 2) {
            return vector == 0 ? tile0 : tile1;
        }
        return vector == 2 ? tile2 : tile3;
    }

    int rows(KernelCall call) {
        return rows >= 0 ? rows : call.dim(1, 0);
    }

    int columns(KernelCall call) {
        return columns >= 0 ? columns : call.dim(1, 1);
    }

    int blocks(KernelCall call) {
        return columns(call) / blockElements;
    }

    /// Returns the distance of the blocks of a tile.
    int tileBytes() {
        return tileBytes;
    }

    /// Returns the address of the first blocks of the tile that a vector of a panel begins in; beyond the last tile,
    /// that of the last, so that a panel may be computed whole and what is too much be thrown away.
    long tile(KernelCall call, int panel, int vector) {
        return tile(call, (panel * PANEL + vector * Width.LANES) / TILE);
    }

    /// Returns the address of the first blocks of a tile; beyond the last one, that of the last.
    long tile(KernelCall call, int tile) {
        int last = (rows(call) - 1) / TILE;
        return call.address(1) + (long) Math.min(tile, last) * blocks(call) * tileBytes;
    }

    /// Sets the accumulators of panels to 0.
    static void clear(long address, int panels) {
        for (long offset = 0; offset < panels * PANEL_BYTES; offset += 4L * Width.FLOAT_LANES) {
            FloatVector.zero(Width.FLOATS).intoMemorySegment(Memory.ALL, address + offset, Width.ORDER);
        }
    }

    /// Copies floats.
    static void copy(long src, long dst, int count) {
        MemorySegment.copy(Memory.ALL, src, Memory.ALL, dst, 4L * count);
    }
}
