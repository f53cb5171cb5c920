// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.BlockUnits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One block of a view, wherever it is: in a row tile its units are interleaved with those of the other rows.
final class RowTile {
    private RowTile() {}

    /// Copies the block in a slot.
    ///
    /// @param dst receives `blockBytes` bytes from its beginning
    static void get(TensorView view, long slot, MemorySegment dst) {
        int tile = view.layout().rowTile();
        int bytes = view.format().blockBytes();
        if (tile == 1) {
            MemorySegment.copy(view.storage(), slot * bytes, dst, 0, bytes);
            return;
        }
        long place = view.layout().place(slot);
        long lane = place % tile;
        long group = (place - lane) * bytes;
        for (BlockUnits.Run run : view.format().units().runs()) {
            int width = run.width();
            for (int at = run.offsetBytes(); at < run.offsetBytes() + run.bytes(); at += width) {
                long from = group + (long) at * tile + lane * width;
                for (int i = 0; i < width; i++) {
                    dst.set(ValueLayout.JAVA_BYTE, at + i, view.storage().get(ValueLayout.JAVA_BYTE, from + i));
                }
            }
        }
    }

    /// Writes a block into a slot.
    ///
    /// @param src holds `blockBytes` bytes from its beginning
    static void put(MemorySegment src, TensorView view, long slot) {
        int tile = view.layout().rowTile();
        int bytes = view.format().blockBytes();
        if (tile == 1) {
            MemorySegment.copy(src, 0, view.storage(), slot * bytes, bytes);
            return;
        }
        long place = view.layout().place(slot);
        long lane = place % tile;
        long group = (place - lane) * bytes;
        for (BlockUnits.Run run : view.format().units().runs()) {
            int width = run.width();
            for (int at = run.offsetBytes(); at < run.offsetBytes() + run.bytes(); at += width) {
                long to = group + (long) at * tile + lane * width;
                for (int i = 0; i < width; i++) {
                    view.storage().set(ValueLayout.JAVA_BYTE, to + i, src.get(ValueLayout.JAVA_BYTE, at + i));
                }
            }
        }
    }
}
