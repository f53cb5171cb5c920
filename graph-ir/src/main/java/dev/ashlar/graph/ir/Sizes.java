// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import dev.ashlar.runtime.format.Format;

/// Byte sizes of typed values.
public final class Sizes {
    private Sizes() {}

    /// Returns the physical size of a value, with the padding of its row tiles.
    ///
    /// @param type of the value
    /// @param symbolSize stands for every symbolic size
    /// @return bytes
    /// @throws ArithmeticException if the size does not fit a long
    public static long bytes(TensorType type, long symbolSize) {
        Format format = type.format();
        if (type.rank() == 0) {
            return format.blockBytes();
        }
        long row = size(type.dim(-1), symbolSize);
        long rowBytes =
                Math.multiplyExact(Math.ceilDiv(row, (long) format.blockElements()), (long) format.blockBytes());
        long rows = 1;
        for (int axis = 0; axis < type.rank() - 1; axis++) {
            rows = Math.multiplyExact(rows, size(type.dim(axis), symbolSize));
        }
        int tile = type.layout().rowTile();
        return Math.multiplyExact(Math.ceilDiv(rows, tile) * (long) tile, rowBytes);
    }

    /// Returns the number of elements of a value.
    ///
    /// @param type of the value
    /// @param symbolSize stands for every symbolic size
    /// @return elements
    /// @throws ArithmeticException if the count does not fit a long
    public static long elements(TensorType type, long symbolSize) {
        long count = 1;
        for (Dim dim : type.dims()) {
            count = Math.multiplyExact(count, size(dim, symbolSize));
        }
        return count;
    }

    /// Tells whether elements and bytes of a value can be counted in 64 bits, in any layout, with symbolic sizes of 1.
    ///
    /// @param type of the value
    /// @return false if not
    public static boolean fit(TensorType type) {
        try {
            return elements(type, 1) <= Long.MAX_VALUE / 8 && bytes(type, 1) <= Long.MAX_VALUE / 64;
        } catch (ArithmeticException e) {
            return false;
        }
    }

    private static long size(Dim dim, long symbolSize) {
        return switch (dim) {
            case Dim.Fixed fixed -> fixed.size();
            case Dim.Symbol symbol -> symbolSize;
        };
    }
}
