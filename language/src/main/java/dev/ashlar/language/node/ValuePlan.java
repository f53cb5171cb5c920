// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.Arrays;
import java.util.List;

/// A value of a graph, as every instance of the graph has it.
///
/// @param name as the graph calls it
/// @param format the element format
/// @param layout the layout class
/// @param dims outermost first
/// @param place where its memory comes from
public record ValuePlan(String name, Format format, LayoutClass layout, List<Size> dims, Place place) {
    /// The size of an axis: `Size(n, -1)` if fixed, `Size(0, i)` if the i-th symbol of the graph.
    ///
    /// @param fixed elements
    /// @param symbol index of a symbol, or -1
    public record Size(long fixed, int symbol) {
        /// Makes a fixed size.
        ///
        /// @param elements at least 1
        /// @return the size
        public static Size of(long elements) {
            return new Size(elements, -1);
        }

        /// Makes a size that is bound at every call.
        ///
        /// @param index of the symbol
        /// @return the size
        public static Size symbol(int index) {
            return new Size(0, index);
        }

        /// Tells whether the size is bound at every call.
        ///
        /// @return false if it is fixed
        public boolean isSymbol() {
            return symbol >= 0;
        }
    }

    /// Copies the dims.
    public ValuePlan {
        dims = List.copyOf(dims);
    }

    /// Computes the sizes of all axes.
    ///
    /// @param symbols the bound sizes
    /// @return outermost first
    public int[] shape(int[] symbols) {
        int[] shape = new int[dims.size()];
        for (int axis = 0; axis < shape.length; axis++) {
            Size size = dims.get(axis);
            shape[axis] = size.isSymbol() ? symbols[size.symbol()] : Math.toIntExact(size.fixed());
        }
        return shape;
    }

    /// Computes the physical size, with the padding that a row tile needs.
    ///
    /// @param shape of this value
    /// @return bytes
    /// @throws ArithmeticException if the size does not fit a long
    public long bytes(int[] shape) {
        if (shape.length == 0) {
            return format.bytesOf(1);
        }
        int[] padded = Arrays.copyOf(shape, shape.length);
        int tile = layout.rowTile();
        if (tile > 1) {
            padded[0] = Math.multiplyExact(Math.ceilDiv(shape[0], tile), tile);
        }
        long elements = 1;
        for (int size : padded) {
            elements = Math.multiplyExact(elements, (long) size);
        }
        return format.bytesOf(elements);
    }
}
