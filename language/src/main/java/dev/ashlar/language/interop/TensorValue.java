// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import dev.ashlar.language.node.AshlarException;
import dev.ashlar.language.node.ListValue;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// A tensor as other languages see it: an array of numbers or of rows, with the members `shape`, `dtype` and `order`,
/// and a buffer of its little-endian bytes. It cannot be written.
@ExportLibrary(InteropLibrary.class)
@SuppressWarnings("static-method")
public final class TensorValue implements TruffleObject {
    private static final List<String> MEMBERS = List.of("shape", "dtype", "order");

    private final Host host;
    private final Format format;
    private final int[] shape;
    private final MemorySegment data;
    private final Validity validity;

    TensorValue(Host host, Format format, int[] shape, MemorySegment data, Validity validity) {
        this.host = host;
        this.format = format;
        this.shape = shape;
        this.data = data;
        this.validity = validity;
    }

    /// Returns the element format.
    ///
    /// @return the format
    public Format format() {
        return format;
    }

    /// Returns the sizes of the axes.
    ///
    /// @return a copy, outermost first
    public int[] shape() {
        return shape.clone();
    }

    /// Returns the memory of the tensor.
    ///
    /// @return in row-major order; valid as long as the tensor is
    public MemorySegment data() {
        check();
        return data;
    }

    private void check() {
        if (!validity.holds()) {
            throw expired();
        }
    }

    @TruffleBoundary
    private static AshlarException expired() {
        return new AshlarException(
                "this tensor is a view of a graph's memory, and the graph has been called since: copy it before");
    }

    /// Returns one element.
    ///
    /// @param index in row-major order
    /// @return an `Integer` of an integer tensor, otherwise a `Float`
    Object element(long index) {
        check();
        return switch (format) {
            case F32 -> data.get(Elements.FLOAT, index * Float.BYTES);
            case I32 -> data.get(Elements.INT, index * Integer.BYTES);
            default -> decode(index);
        };
    }

    @ExportMessage
    boolean hasArrayElements() {
        return shape.length > 0;
    }

    @ExportMessage
    long getArraySize() throws UnsupportedMessageException {
        if (shape.length == 0) {
            throw UnsupportedMessageException.create();
        }
        return shape[0];
    }

    @ExportMessage
    boolean isArrayElementReadable(long index) {
        return shape.length > 0 && index >= 0 && index < shape[0];
    }

    @ExportMessage
    Object readArrayElement(long index) throws InvalidArrayIndexException {
        if (!isArrayElementReadable(index)) {
            throw InvalidArrayIndexException.create(index);
        }
        if (shape.length > 1) {
            return row(index);
        }
        return element(index);
    }

    @TruffleBoundary
    private Object decode(long index) {
        return Elements.read(data, format, index);
    }

    @TruffleBoundary
    private TensorValue row(long index) {
        int[] rest = Arrays.copyOfRange(shape, 1, shape.length);
        long bytes = data.byteSize() / shape[0];
        return new TensorValue(host, format, rest, data.asSlice(index * bytes, bytes), validity);
    }

    @ExportMessage
    boolean hasBufferElements() {
        return true;
    }

    @ExportMessage
    long getBufferSize() {
        return data.byteSize();
    }

    @ExportMessage
    @TruffleBoundary
    byte readBufferByte(long offset) throws InvalidBufferOffsetException {
        return at(offset, 1).get(ValueLayout.JAVA_BYTE, 0);
    }

    @ExportMessage
    @TruffleBoundary
    short readBufferShort(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return at(offset, Short.BYTES).get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order), 0);
    }

    @ExportMessage
    @TruffleBoundary
    int readBufferInt(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return at(offset, Integer.BYTES).get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), 0);
    }

    @ExportMessage
    @TruffleBoundary
    long readBufferLong(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return at(offset, Long.BYTES).get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order), 0);
    }

    @ExportMessage
    @TruffleBoundary
    float readBufferFloat(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return at(offset, Float.BYTES).get(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(order), 0);
    }

    @ExportMessage
    @TruffleBoundary
    double readBufferDouble(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return at(offset, Double.BYTES).get(ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(order), 0);
    }

    @ExportMessage
    @TruffleBoundary
    void readBuffer(long offset, byte[] destination, int destinationOffset, int length)
            throws InvalidBufferOffsetException {
        checkRange(offset, length);
        MemorySegment.copy(data, ValueLayout.JAVA_BYTE, offset, destination, destinationOffset, length);
    }

    private MemorySegment at(long offset, long length) throws InvalidBufferOffsetException {
        checkRange(offset, length);
        return data.asSlice(offset, length);
    }

    private void checkRange(long offset, long length) throws InvalidBufferOffsetException {
        check();
        if (offset < 0 || length < 0 || offset > data.byteSize() - length) {
            throw InvalidBufferOffsetException.create(offset, length);
        }
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new ListValue(MEMBERS);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return MEMBERS.contains(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        return switch (member) {
            case "shape" -> new ListValue(Arrays.stream(shape).boxed().toList());
            case "dtype" -> format.spelling();
            case "order" -> LayoutClass.CONTIGUOUS.spelling();
            default -> throw UnknownIdentifierException.create(member);
        };
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return host.language();
    }

    @ExportMessage
    @TruffleBoundary
    String toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return validity.holds() ? TensorText.of(this) : "tensor (a view that is no longer valid)";
    }

    @Override
    public String toString() {
        return toDisplayString(false);
    }
}
