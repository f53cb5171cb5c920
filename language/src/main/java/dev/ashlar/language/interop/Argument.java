// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.language.node.AshlarException;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;

/// A value of any language as the input of a graph: a number, a nested array, a buffer or a tensor.
///
/// A buffer is flat: it has a size but no shape, and fits a parameter of any shape with as many elements. Bytes
/// (`Uint8Array`, `bytes`, `bytearray`, `byte[]`, `ByteBuffer`) are taken as the memory of the parameter's format.
final class Argument {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final int[] NO_SHAPE = {};

    private final Host host;
    private final String name;
    private final Object value;
    private final Optional<Flat> flat;
    private final int[] shape;

    private Argument(Host host, String name, Object value, Optional<Flat> flat, int[] shape) {
        this.host = host;
        this.name = name;
        this.value = value;
        this.flat = flat;
        this.shape = shape;
    }

    /// Recognizes a value.
    ///
    /// @param host the context
    /// @param name what errors call it, `parameter 'x'`
    /// @param value of any language
    /// @return what it is as an input
    /// @throws AshlarException if it is none
    static Argument of(Host host, String name, Object value) {
        if (value instanceof TensorValue tensor) {
            return new Argument(host, name, value, Optional.empty(), tensor.shape());
        }
        Optional<Flat> flat = flat(host, value);
        if (flat.isPresent()) {
            return new Argument(host, name, value, flat, NO_SHAPE);
        }
        return new Argument(host, name, value, flat, shapeOf(name, value));
    }

    private static Optional<Flat> flat(Host host, Object value) {
        Optional<Flat> flat = host.hostObject(value).flatMap(Flat::ofHost);
        return flat.isPresent() ? flat : Flat.ofGuest(value);
    }

    private static int[] shapeOf(String name, Object value) {
        if (!INTEROP.hasArrayElements(value)) {
            return NO_SHAPE;
        }
        int[] shape = new int[8];
        int rank = 0;
        Object inner = value;
        try {
            while (INTEROP.hasArrayElements(inner)) {
                if (rank == shape.length) {
                    throw new AshlarException("%s: arrays are nested more than %d deep".formatted(name, rank));
                }
                long size = INTEROP.getArraySize(inner);
                shape[rank++] = Math.toIntExact(size);
                if (size == 0) {
                    return Arrays.copyOf(shape, rank);
                }
                inner = INTEROP.readArrayElement(inner, 0);
            }
        } catch (InteropException e) {
            throw new AshlarException("%s: array cannot be read: %s".formatted(name, e.getMessage()));
        } catch (ArithmeticException e) {
            throw new AshlarException("%s: array has more than %d elements".formatted(name, Integer.MAX_VALUE));
        }
        if (!INTEROP.isNumber(inner)) {
            throw new AshlarException("%s: found %s, expected a number, an array, a buffer or a tensor"
                    .formatted(name, INTEROP.toDisplayString(inner, false)));
        }
        return Arrays.copyOf(shape, rank);
    }

    /// Tells whether it has a size but no shape.
    boolean isFlat() {
        return flat.isPresent();
    }

    /// Returns the shape of what is not flat.
    int[] shape() {
        return shape;
    }

    /// Returns how many elements a flat one has.
    ///
    /// @param format of the parameter
    long elements(Format format) {
        Flat source = flat.orElseThrow();
        if (source.kind() == Flat.Kind.RAW) {
            return rawElements(source.bytes(), format);
        }
        return source.bytes() / source.kind().width();
    }

    private long rawElements(long bytes, Format format) {
        if (bytes % format.blockBytes() != 0) {
            throw new AshlarException("%s: buffer has %d bytes, expected a multiple of %d (%s)"
                    .formatted(name, bytes, format.blockBytes(), format.spelling()));
        }
        return bytes / format.blockBytes() * format.blockElements();
    }

    /// Returns the format that a tensor of this data has by itself.
    Format naturalFormat() {
        return value instanceof TensorValue tensor ? tensor.format() : Format.F32;
    }

    /// Writes all elements.
    ///
    /// @param address where the parameter is
    /// @param format of the parameter
    /// @param target shape of the parameter, checked before
    void store(long address, Format format, int[] target) {
        if (flat.isPresent() && flat.get().kind().is(format)) {
            flat.get().source().to(address);
            return;
        }
        if (value instanceof TensorValue tensor) {
            storeTensor(tensor, address, format);
            return;
        }
        requireWritable(format);
        if (flat.isPresent()) {
            storeConverted(flat.get(), address, format);
            return;
        }
        storeArray(value, address, format, target, 0, 0);
    }

    private void requireWritable(Format format) {
        if (!Elements.isWritable(format)) {
            throw new AshlarException(
                    "%s: found numbers, expected the bytes of %s or a tensor".formatted(name, format.spelling()));
        }
    }

    private void storeConverted(Flat source, long address, Format format) {
        int width = source.kind().width();
        try (Arena arena = Arena.ofConfined()) {
            long from = arena.allocate(Math.max(1, source.bytes())).address();
            source.source().to(from);
            for (long i = 0; i < source.bytes() / width; i++) {
                storeNumber(source.kind().read(from + i * width), address, format, i);
            }
        }
    }

    private void storeTensor(TensorValue tensor, long address, Format format) {
        MemorySegment data = tensor.data();
        if (tensor.format() == format) {
            MemorySegment.copy(data, 0, Memory.ALL, address, data.byteSize());
            return;
        }
        requireWritable(format);
        long count = Arrays.stream(shape).asLongStream().reduce(1, (a, b) -> a * b);
        for (long i = 0; i < count; i++) {
            storeNumber(((Number) tensor.element(i)).doubleValue(), address, format, i);
        }
    }

    private void storeArray(Object array, long address, Format format, int[] sizes, int axis, long first) {
        try {
            if (axis == sizes.length) {
                storeNumber(INTEROP.asDouble(array), address, format, first);
                return;
            }
            if (!INTEROP.hasArrayElements(array) || INTEROP.getArraySize(array) != sizes[axis]) {
                throw ragged(array, sizes, axis);
            }
            if (axis == sizes.length - 1 && axis > 0 && storeRow(array, address, format, first * sizes[axis])) {
                return;
            }
            for (int i = 0; i < sizes[axis]; i++) {
                Object element = INTEROP.readArrayElement(array, i);
                storeArray(element, address, format, sizes, axis + 1, first * sizes[axis] + i);
            }
        } catch (InteropException e) {
            throw new AshlarException("%s: element %d is %s, expected a number"
                    .formatted(name, first, INTEROP.toDisplayString(array, false)));
        }
    }

    /// Copies a row in bulk if it is an array of the very numbers that the parameter has.
    private boolean storeRow(Object row, long address, Format format, long first) {
        Optional<Flat> source = flat(host, row);
        if (source.isEmpty()
                || source.get().kind() == Flat.Kind.RAW
                || !source.get().kind().is(format)) {
            return false;
        }
        source.get().source().to(address + first * source.get().kind().width());
        return true;
    }

    private AshlarException ragged(Object row, int[] sizes, int axis) throws InteropException {
        if (!INTEROP.hasArrayElements(row)) {
            return new AshlarException("%s: found %s among arrays, expected an array of %d elements"
                    .formatted(name, INTEROP.toDisplayString(row, false), sizes[axis]));
        }
        return new AshlarException("%s: an array on axis %d has %d elements, expected %d as the first one has"
                .formatted(name, axis, INTEROP.getArraySize(row), sizes[axis]));
    }

    private void storeNumber(double number, long address, Format format, long index) {
        if (!Elements.write(address, format, index, number)) {
            throw new AshlarException("%s: element %d is %s, expected an integer of 32 bits"
                    .formatted(name, index, Double.toString(number)));
        }
    }
}
