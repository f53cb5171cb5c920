// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.List;
import java.util.stream.Collectors;

/// The type of a value: element format, shape, layout class.
///
/// @param format the element format
/// @param dims outermost first; empty for a scalar
/// @param layout [LayoutClass#CONTIGUOUS] for every activation, also a quantized one; a packed weight as stored is
///     [LayoutClass#BLOCKED_ROW_MAJOR]
public record TensorType(Format format, List<Dim> dims, LayoutClass layout) {
    /// Copies the dims.
    public TensorType {
        dims = List.copyOf(dims);
    }

    /// Makes a contiguous type.
    ///
    /// @param format the element format
    /// @param dims outermost first
    /// @return the type
    public static TensorType contiguous(Format format, List<Dim> dims) {
        return new TensorType(format, dims, LayoutClass.CONTIGUOUS);
    }

    /// Makes the type of a weight as a file stores it.
    ///
    /// @param format the element format
    /// @param sizes elements per axis, outermost first: `[out, in]`
    /// @return contiguous if dense, row-major blocks otherwise
    public static TensorType stored(Format format, long... sizes) {
        List<Dim> dims = java.util.Arrays.stream(sizes).mapToObj(Dim::of).toList();
        return new TensorType(format, dims, storedLayout(format));
    }

    /// Returns the layout class of a weight as a file stores it.
    ///
    /// @param format the element format
    /// @return contiguous if dense, row-major blocks otherwise
    public static LayoutClass storedLayout(Format format) {
        return format.isDense() ? LayoutClass.CONTIGUOUS : LayoutClass.BLOCKED_ROW_MAJOR;
    }

    /// Returns the number of axes.
    ///
    /// @return 0 for a scalar
    public int rank() {
        return dims.size();
    }

    /// Returns the size of one axis.
    ///
    /// @param axis 0 is the outermost, -1 the innermost
    /// @return its dim
    public Dim dim(int axis) {
        return dims.get(axis < 0 ? dims.size() + axis : axis);
    }

    /// Returns the same elements in another layout.
    ///
    /// @param other the layout class
    /// @return the type
    public TensorType withLayout(LayoutClass other) {
        return new TensorType(format, dims, other);
    }

    /// Returns another shape of the same format, contiguous.
    ///
    /// @param other outermost first
    /// @return the type
    public TensorType withDims(List<Dim> other) {
        return contiguous(format, other);
    }

    /// Returns what a kernel declares of such an operand.
    ///
    /// @return format and layout
    public OperandKey key() {
        return new OperandKey(format, layout);
    }

    /// Returns the type as a kernel is bound to it.
    ///
    /// @return symbolic sizes are [OperandType#DYNAMIC]
    public OperandType operandType() {
        return new OperandType(
                format,
                layout,
                dims.stream()
                        .map(dim -> switch (dim) {
                            case Dim.Fixed fixed -> fixed.size();
                            case Dim.Symbol symbol -> OperandType.DYNAMIC;
                        })
                        .toList());
    }

    /// Returns the text that scripts use: `f32[T, 768]`, `q8_0[2048, 768] row_major`.
    @Override
    public String toString() {
        String shape = dims.stream().map(Dim::toString).collect(Collectors.joining(", ", "[", "]"));
        return format.spelling() + shape + (layout == LayoutClass.CONTIGUOUS ? "" : " " + layout.spelling());
    }
}
