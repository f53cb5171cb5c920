// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.BlockUnits;
import dev.ashlar.runtime.format.Format;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Reads a whole grid as a kernel does that knows nothing but the class of the layout, the shape and the bytes.
final class ClassReader {
    private final Format format;
    private final MemorySegment storage;
    private final long out;
    private final long blocks;
    private final LayoutClass layout;

    private ClassReader(TensorView view) {
        format = view.format();
        storage = view.storage();
        layout = view.layoutClass();
        blocks = view.rank() == 0 ? 1 : view.dim(-1) / format.blockElements();
        out = view.rank() < 2 ? 1 : view.dim(-2);
    }

    /// Returns the values in row-major order; empty if no kernel may assume anything of the view.
    static Optional<float[]> read(TensorView view) {
        if (view.layoutClass() == LayoutClass.STRIDED || view.layoutClass() == LayoutClass.BLOCKED_STRIDED) {
            return Optional.empty();
        }
        ClassReader reader = new ClassReader(view);
        float[] values = new float[(int) view.elementCount()];
        int grids = values.length == 0
                ? 0
                : (int) (values.length / (reader.out * reader.blocks * reader.format.blockElements()));
        int next = 0;
        for (int grid = 0; grid < grids; grid++) {
            for (long o = 0; o < reader.out; o++) {
                for (long b = 0; b < reader.blocks; b++) {
                    reader.format.codec().decode(reader.block(grid, o, b), 0, values, next);
                    next += reader.format.blockElements();
                }
            }
        }
        return Optional.of(values);
    }

    private MemorySegment block(long grid, long o, long b) {
        int bytes = format.blockBytes();
        int tile = layout.rowTile();
        if (tile == 1) {
            long inGrid = layout.isInputMajor() ? b * out + o : o * blocks + b;
            return storage.asSlice((grid * out * blocks + inGrid) * bytes, bytes);
        }
        long tiles = (out + tile - 1) / tile;
        long group = (grid * tiles + o / tile) * blocks + b;
        MemorySegment block = MemorySegment.ofArray(new byte[bytes]);
        for (BlockUnits.Run run : format.units().runs()) {
            for (int unit = 0; unit < run.count(); unit++) {
                int at = run.offsetBytes() + unit * run.width();
                long from = group * tile * bytes + (long) at * tile + o % tile * run.width();
                MemorySegment.copy(storage, from, block, at, run.width());
            }
        }
        return block;
    }
}
