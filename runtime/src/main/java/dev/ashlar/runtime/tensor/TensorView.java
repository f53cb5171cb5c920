// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.ElementCodec;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/// A tensor: a format, a layout, and the storage that the layout points into.
///
/// Views share storage; whoever allocated it keeps it alive. Storage is a heap, off-heap or mapped segment of
/// little-endian data. [#get] and [#toFloatArray] read through the layout, so they mean the same in every block order.
///
/// @param format the element format
/// @param layout where the blocks are
/// @param storage holds the blocks; slot 0 begins at its first byte
public record TensorView(Format format, Layout layout, MemorySegment storage) {
    /// Checks that the layout fits the format and lies within the storage.
    public TensorView {
        if (layout.blockElements() != format.blockElements()) {
            throw new IllegalArgumentException("layout: found blocks of %d elements, expected %d (%s block)"
                    .formatted(layout.blockElements(), format.blockElements(), format.spelling()));
        }
        long needed = Math.multiplyExact(layout.slotCount(), (long) format.blockBytes());
        if (needed > storage.byteSize()) {
            throw new IllegalArgumentException("storage: found %d bytes, expected at least %d for %s %s"
                    .formatted(storage.byteSize(), needed, format.spelling(), layout));
        }
    }

    /// Makes a view of a whole tensor in row-major order, as files hold it.
    ///
    /// @param format the element format
    /// @param storage holds the tensor from its first byte on
    /// @param shape sizes in elements, outermost first
    /// @return the view
    public static TensorView of(Format format, MemorySegment storage, long... shape) {
        return new TensorView(format, Layout.rowMajor(format.blockElements(), shape), storage);
    }

    /// Allocates a whole tensor in row-major order, all bytes zero.
    ///
    /// @param format the element format
    /// @param scope owns the storage
    /// @param shape sizes in elements, outermost first
    /// @return the view
    public static TensorView allocate(Format format, Arena scope, long... shape) {
        return allocate(format, Layout.rowMajor(format.blockElements(), shape), scope);
    }

    /// Makes a tensor of format F32 on the heap.
    ///
    /// @param values copied, in row-major order
    /// @param shape sizes, outermost first
    /// @return the view
    public static TensorView ofFloats(float[] values, long... shape) {
        MemorySegment storage = MemorySegment.ofArray(new byte[Math.multiplyExact(values.length, Float.BYTES)]);
        MemorySegment.copy(values, 0, storage, BlockReader.FLOAT, 0, values.length);
        TensorView view = of(Format.F32, storage, shape);
        if (view.elementCount() != values.length) {
            throw new IllegalArgumentException("shape %s: found %d values, expected %d"
                    .formatted(Arrays.toString(shape), values.length, view.elementCount()));
        }
        return view;
    }

    static TensorView allocate(Format format, Layout layout, Arena scope) {
        long bytes = Math.multiplyExact(layout.slotCount(), (long) format.blockBytes());
        return new TensorView(format, layout, scope.allocate(bytes, 64));
    }

    /// Returns the number of axes.
    ///
    /// @return 0 for a scalar
    public int rank() {
        return layout.rank();
    }

    /// Returns the size of one axis.
    ///
    /// @param axis 0 is the outermost, -1 the innermost
    /// @return elements
    public long dim(int axis) {
        return layout.elements(axis < 0 ? rank() + axis : axis);
    }

    /// Returns the sizes of all axes.
    ///
    /// @return a fresh array of element counts, outermost first
    public long[] shape() {
        long[] shape = new long[rank()];
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = layout.elements(axis);
        }
        return shape;
    }

    /// Returns the number of elements.
    ///
    /// @return the product of the sizes, 1 for a scalar
    public long elementCount() {
        return Math.multiplyExact(layout.blockCount(), (long) format.blockElements());
    }

    /// Returns how much storage the view reaches into, gaps and padding included.
    ///
    /// @return bytes from the beginning of the storage
    public long byteSize() {
        return layout.slotCount() * format.blockBytes();
    }

    /// Returns what a kernel may assume of this view, derived from its strides and offset.
    ///
    /// @return the class
    public LayoutClass layoutClass() {
        return layout.layoutClass();
    }

    /// Returns where the first block is, for a kernel; the caller keeps the storage alive.
    ///
    /// @return absolute address in bytes
    /// @throws IllegalStateException if the storage is on the heap
    public long address() {
        if (!storage.isNative()) {
            throw new IllegalStateException("%s: found heap storage, expected off-heap or mapped".formatted(this));
        }
        return storage.address()
                + Math.subtractExact(layout.offset(), layout.rebase().offset()) * format.blockBytes();
    }

    /// Restricts one axis to a range; see [Layout#narrow].
    ///
    /// @param axis 0 is the outermost
    /// @param from first element
    /// @param size elements
    /// @return a view of the same storage
    public TensorView narrow(int axis, long from, long size) {
        return with(layout.narrow(axis, from, size));
    }

    /// Exchanges two axes; see [Layout#transpose].
    ///
    /// @param first 0 is the outermost
    /// @param second 0 is the outermost
    /// @return a view of the same storage
    public TensorView transpose(int first, int second) {
        return with(layout.transpose(first, second));
    }

    /// Keeps every `by`-th index of one axis; see [Layout#step].
    ///
    /// @param axis any but the block axis of a packed format
    /// @param by at least 1
    /// @return a view of the same storage
    public TensorView step(int axis, long by) {
        return with(layout.step(axis, by));
    }

    /// Inserts an axis of size 1; see [Layout#unsqueeze].
    ///
    /// @param axis its position in the result
    /// @return a view of the same storage
    public TensorView unsqueeze(int axis) {
        return with(layout.unsqueeze(axis));
    }

    /// Removes an axis of size 1; see [Layout#squeeze].
    ///
    /// @param axis of one element
    /// @return a view of the same storage
    public TensorView squeeze(int axis) {
        return with(layout.squeeze(axis));
    }

    /// Takes one index of an axis and removes the axis, e.g. one expert of a stack; see [Layout#slice].
    ///
    /// @param axis any but the block axis of a packed format
    /// @param index position along the axis
    /// @return a view of the same storage
    public TensorView slice(int axis, long index) {
        return with(layout.slice(axis, index));
    }

    /// Returns the same view over the part of the storage that begins where the view begins.
    ///
    /// A slice of a stack of weights, or a range of rows in row-major order, is a whole grid of its own then.
    ///
    /// @return a view with offset 0
    public TensorView rebase() {
        Layout rebased = layout.rebase();
        if (layout.offset() == 0) {
            return this;
        }
        long from = Math.min(layout.offset() * format.blockBytes(), storage.byteSize());
        return new TensorView(format, rebased, storage.asSlice(from));
    }

    /// Reads one element.
    ///
    /// @param index one position per axis
    /// @return the decoded value
    public float get(long... index) {
        long[] block = checkIndex(index);
        int element = 0;
        if (layout.isPacked()) {
            int axis = layout.blockAxis();
            element = (int) (index[axis] % format.blockElements());
            block[axis] = index[axis] / format.blockElements();
        }
        float[] values = new float[format.blockElements()];
        new BlockReader(this).decode(layout.slot(block), values, 0);
        return values[element];
    }

    /// Writes one element of a dense tensor.
    ///
    /// @param value rounded to the format
    /// @param index one position per axis
    /// @throws UnsupportedOperationException if the format is packed or the storage is read-only
    public void set(float value, long... index) {
        if (storage.isReadOnly() || !(format.codec() instanceof ElementCodec codec)) {
            throw new UnsupportedOperationException("%s: found %s, expected a dense format in writable storage to set"
                    .formatted(this, storage.isReadOnly() ? "read-only storage" : "a packed format"));
        }
        long slot = layout.slot(checkIndex(index));
        MemorySegment element = MemorySegment.ofArray(new byte[format.blockBytes()]);
        codec.encode(value, element, 0);
        RowTile.put(element, this, slot);
    }

    /// Decodes the whole view.
    ///
    /// @return a fresh array in row-major order of the axes of this view
    public float[] toFloatArray() {
        long count = elementCount();
        if (count > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "%s: found %d elements, expected fewer than 2^31 for an array".formatted(this, count));
        }
        float[] values = new float[(int) count];
        ViewDecoder.decode(this, values);
        return values;
    }

    /// Decodes the whole view into a new tensor of format F32, contiguous in the order of its axes.
    ///
    /// @param scope owns the copy
    /// @return the copy
    public TensorView materialize(Arena scope) {
        TensorView copy = allocate(Format.F32, scope, shape());
        ViewDecoder.decode(this, copy.storage());
        return copy;
    }

    /// Converts a weight, or a stack of weights, to a block order; see [#prepack(LayoutClass, Arena, TraceSink)].
    ///
    /// @param order the order wanted
    /// @param scope owns the copy
    /// @param sink receives the adapter event
    /// @return this view if it is a whole grid in that order already, otherwise a copy
    public TensorView prepack(BlockOrder order, Arena scope, TraceSink sink) {
        return prepack(Relayout.layoutClass(order, format), scope, sink);
    }

    /// Converts a weight `[..., out, in]` to the arrangement of a layout class.
    ///
    /// The blocks are copied into `scope` and the conversion is emitted as
    /// [dev.ashlar.runtime.trace.TraceEvent.AdapterInserted]. It is no transpose: the copy is the same matrix.
    ///
    /// @param target a class that names one arrangement; the packed row-major class of a dense format is CONTIGUOUS
    /// @param scope owns the copy
    /// @param sink receives the adapter event
    /// @return this view if it has that class already, otherwise a copy
    public TensorView prepack(LayoutClass target, Arena scope, TraceSink sink) {
        return Relayout.prepack(this, target, scope, sink, format.spelling() + Arrays.toString(shape()));
    }

    /// Converts as [#prepack(LayoutClass, Arena, TraceSink)] does, naming the tensor in the event.
    ///
    /// @param target a class that names one arrangement
    /// @param scope owns the copy
    /// @param sink receives the adapter event
    /// @param name of the tensor
    /// @return this view if it has that class already, otherwise a copy
    public TensorView prepack(LayoutClass target, Arena scope, TraceSink sink, String name) {
        return Relayout.prepack(this, target, scope, sink, name);
    }

    private TensorView with(Layout other) {
        return new TensorView(format, other, storage);
    }

    private long[] checkIndex(long[] index) {
        if (index.length != rank()) {
            throw new IllegalArgumentException("index %s: found %d positions, expected %d"
                    .formatted(Arrays.toString(index), index.length, rank()));
        }
        for (int axis = 0; axis < index.length; axis++) {
            Objects.checkIndex(index[axis], layout.elements(axis));
        }
        return index.clone();
    }

    /// Returns `q4_0[64, 96] row_major` and the like.
    @Override
    public String toString() {
        return format.spelling() + Arrays.toString(shape()) + " "
                + layoutClass().spelling();
    }
}
