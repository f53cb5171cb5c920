// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/// A metadata array of integers, floating-point numbers or truth values, kept as the bytes of the file.
public final class NumberArray implements GgufValue {
    private final GgufType elementType;
    private final ByteBuffer bytes;
    private final int size;

    /// Takes over the bytes of an array that nobody else changes.
    NumberArray(GgufType elementType, byte[] ownedBytes) {
        this.elementType = elementType;
        this.bytes = ByteBuffer.wrap(ownedBytes).order(ByteOrder.LITTLE_ENDIAN);
        this.size = ownedBytes.length / elementType.minimumBytes();
    }

    /// Makes an array of [GgufType#INT32].
    ///
    /// @param values the elements; copied
    /// @return the array
    public static NumberArray ofInts(int... values) {
        ByteBuffer buffer =
                ByteBuffer.allocate(Math.multiplyExact(4, values.length)).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(values);
        return new NumberArray(GgufType.INT32, buffer.array());
    }

    /// Makes an array of [GgufType#FLOAT32].
    ///
    /// @param values the elements; copied
    /// @return the array
    public static NumberArray ofFloats(float... values) {
        ByteBuffer buffer =
                ByteBuffer.allocate(Math.multiplyExact(4, values.length)).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asFloatBuffer().put(values);
        return new NumberArray(GgufType.FLOAT32, buffer.array());
    }

    /// Makes an array of any integer type.
    ///
    /// @param elementType an integer type
    /// @param values the elements, each fitting the type; copied
    /// @return the array
    public static NumberArray ofIntegers(GgufType elementType, long... values) {
        int width = elementType.minimumBytes();
        ByteBuffer buffer =
                ByteBuffer.allocate(Math.multiplyExact(width, values.length)).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            long bits = new IntegerValue(elementType, value).value();
            for (int i = 0; i < width; i++) {
                buffer.put((byte) (bits >>> 8 * i));
            }
        }
        return new NumberArray(elementType, buffer.array());
    }

    /// Makes an array of [GgufType#FLOAT64].
    ///
    /// @param values the elements; copied
    /// @return the array
    public static NumberArray ofDoubles(double... values) {
        ByteBuffer buffer =
                ByteBuffer.allocate(Math.multiplyExact(8, values.length)).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asDoubleBuffer().put(values);
        return new NumberArray(GgufType.FLOAT64, buffer.array());
    }

    /// Makes an array of [GgufType#BOOL].
    ///
    /// @param values the elements; copied
    /// @return the array
    public static NumberArray ofBooleans(boolean... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) (values[i] ? 1 : 0);
        }
        return new NumberArray(GgufType.BOOL, bytes);
    }

    @Override
    public GgufType type() {
        return GgufType.ARRAY;
    }

    /// Returns the type of the elements.
    ///
    /// @return any type but [GgufType#STRING] and [GgufType#ARRAY]
    public GgufType elementType() {
        return elementType;
    }

    /// Returns the number of elements.
    ///
    /// @return 0 or more
    public int size() {
        return size;
    }

    /// Returns one element of an integer or truth array.
    ///
    /// @param index 0 to `size() - 1`
    /// @return the value; of a [GgufType#UINT64] its 64 bits
    public long longAt(int index) {
        return switch (elementType) {
            case UINT8 -> Byte.toUnsignedLong(bytes.get(index));
            case INT8, BOOL -> bytes.get(index);
            case UINT16 -> Short.toUnsignedLong(bytes.getShort(2 * index));
            case INT16 -> bytes.getShort(2 * index);
            case UINT32 -> Integer.toUnsignedLong(bytes.getInt(4 * index));
            case INT32 -> bytes.getInt(4 * index);
            case UINT64, INT64 -> bytes.getLong(8 * index);
            case FLOAT32, FLOAT64, STRING, ARRAY ->
                throw new IllegalStateException("elements are %s, not integers".formatted(elementType.spelling()));
        };
    }

    /// Returns one element as a floating-point number.
    ///
    /// @param index 0 to `size() - 1`
    /// @return the value, converted if the elements are integers
    public double doubleAt(int index) {
        return switch (elementType) {
            case FLOAT32 -> bytes.getFloat(4 * index);
            case FLOAT64 -> bytes.getDouble(8 * index);
            case UINT8, INT8, UINT16, INT16, UINT32, INT32, BOOL, UINT64, INT64 -> longAt(index);
            case STRING, ARRAY ->
                throw new IllegalStateException("elements are %s, not numbers".formatted(elementType.spelling()));
        };
    }

    /// Returns the elements as the file holds them.
    ///
    /// @return a read-only little-endian buffer over all elements
    ByteBuffer content() {
        return bytes.asReadOnlyBuffer().rewind();
    }

    @Override
    public Object raw() {
        return new Elements(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NumberArray that
                && elementType == that.elementType
                && Arrays.equals(bytes.array(), that.bytes.array());
    }

    @Override
    public int hashCode() {
        return 31 * elementType.hashCode() + Arrays.hashCode(bytes.array());
    }

    @Override
    public String toString() {
        return "%s[%d]".formatted(elementType.spelling(), size);
    }

    /// The elements as boxed values, made when asked for.
    private static final class Elements extends AbstractList<Object> implements RandomAccess {
        private final NumberArray array;

        Elements(NumberArray array) {
            this.array = array;
        }

        @Override
        public Object get(int index) {
            if (array.elementType == GgufType.BOOL) {
                return array.longAt(index) != 0;
            }
            if (array.elementType.isFloat()) {
                return array.doubleAt(index);
            }
            return array.longAt(index);
        }

        @Override
        public int size() {
            return array.size;
        }
    }
}
