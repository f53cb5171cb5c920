// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.BlockUnits;
import java.lang.foreign.MemorySegment;

/// One block of a row tile: its units are interleaved with those of the other rows of its tile.
final class RowTile {
    private RowTile() {}

    /// Gathers the block in a slot.
    ///
    /// @param dst receives `blockBytes` bytes from its beginning
    static void get(TensorView view, long slot, MemorySegment dst) {
        int tile = view.layout().rowTile();
        long base = base(view, slot);
        int lane = (int) (slot % tile);
        for (BlockUnits.Run run : view.format().units().runs()) {
            int width = run.width();
            for (int i = 0; i < run.count(); i++) {
                int at = run.offsetBytes() + i * width;
                MemorySegment.copy(view.storage(), base + (long) at * tile + (long) lane * width, dst, at, width);
            }
        }
    }

    /// Scatters a block into a slot.
    ///
    /// @param src holds `blockBytes` bytes from its beginning
    static void put(MemorySegment src, TensorView view, long slot) {
        int tile = view.layout().rowTile();
        long base = base(view, slot);
        int lane = (int) (slot % tile);
        for (BlockUnits.Run run : view.format().units().runs()) {
            int width = run.width();
            for (int i = 0; i < run.count(); i++) {
                int at = run.offsetBytes() + i * width;
                MemorySegment.copy(src, at, view.storage(), base + (long) at * tile + (long) lane * width, width);
            }
        }
    }

    private static long base(TensorView view, long slot) {
        int tile = view.layout().rowTile();
        return slot / tile * tile * view.format().blockBytes();
    }
}
