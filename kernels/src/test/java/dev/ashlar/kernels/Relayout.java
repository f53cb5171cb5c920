// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.runtime.format.BlockUnits;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;

/// Brings row-major bytes of a weight into any layout class: an own, slow statement of where blocks lie.
final class Relayout {
    private Relayout() {}

    static byte[] of(Format format, LayoutClass layout, int out, int in, byte[] rowMajor) {
        int blocks = in / format.blockElements();
        int size = format.blockBytes();
        int tile = layout.rowTile();
        if (!layout.isInputMajor()) {
            return rowMajor.clone();
        }
        int tiles = (out + tile - 1) / tile;
        byte[] result = new byte[blocks * tiles * tile * size];
        for (int row = 0; row < out; row++) {
            for (int block = 0; block < blocks; block++) {
                int src = (row * blocks + block) * size;
                int first = tile == 1 ? block * out + row : (row / tile * blocks + block) * tile;
                int group = first * size;
                for (BlockUnits.Run run : format.units().runs()) {
                    for (int unit = 0; unit < run.count(); unit++) {
                        int offset = run.offsetBytes() + unit * run.width();
                        int dst = group + offset * tile + row % tile * run.width();
                        System.arraycopy(rowMajor, src + offset, result, dst, run.width());
                    }
                }
            }
        }
        return result;
    }
}
