// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Optional;

/// Numbers that lie one after another in memory, to be copied in bulk.
///
/// @param kind of the numbers
/// @param bytes size of all of them
/// @param source copies them
record Flat(Kind kind, long bytes, Copy source) {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int PIECE = 1 << 16;

    /// The kinds of numbers, with their width in bytes.
    enum Kind {
        F16(2),
        F32(4),
        F64(8),
        I8(1),
        I16(2),
        U16(2),
        I32(4),
        U32(4),
        I64(8),
        /// The bytes of any format.
        RAW(1);

        private final int width;

        Kind(int width) {
            this.width = width;
        }

        boolean is(Format format) {
            return switch (this) {
                case F32 -> format == Format.F32;
                case F16 -> format == Format.F16;
                case I32 -> format == Format.I32;
                case RAW -> true;
                case F64, I8, I16, U16, U32, I64 -> false;
            };
        }

        int width() {
            return width;
        }

        /// Reads one number.
        double read(long address) {
            return switch (this) {
                case F16 -> Memory.f16(address);
                case F32 -> Memory.f32(address);
                case F64 -> Double.longBitsToDouble(Memory.ALL.get(LONG, address));
                case I8, RAW -> Memory.i8(address);
                case I16 -> Memory.i16(address);
                case U16 -> Short.toUnsignedInt(Memory.i16(address));
                case I32 -> Memory.i32(address);
                case U32 -> Integer.toUnsignedLong(Memory.i32(address));
                case I64 -> Memory.ALL.get(LONG, address);
            };
        }
    }

    /// Copies all bytes.
    @FunctionalInterface
    interface Copy {
        void to(long address);
    }

    /// Recognizes arrays and buffers of Java.
    static Optional<Flat> ofHost(Object object) {
        return switch (object) {
            case float[] values -> of(Kind.F32, MemorySegment.ofArray(values));
            case double[] values -> of(Kind.F64, MemorySegment.ofArray(values));
            case int[] values ->
                // Tokens, which come with every step: without a segment, which would be garbage.
                Optional.of(new Flat(
                        Kind.I32,
                        (long) Integer.BYTES * values.length,
                        address -> MemorySegment.copy(values, 0, Memory.ALL, Elements.INT, address, values.length)));
            case long[] values -> of(Kind.I64, MemorySegment.ofArray(values));
            case short[] values -> of(Kind.I16, MemorySegment.ofArray(values));
            case byte[] values -> of(Kind.RAW, MemorySegment.ofArray(values));
            case ByteBuffer buffer -> of(Kind.RAW, MemorySegment.ofBuffer(buffer));
            case FloatBuffer buffer when isLittle(buffer.order()) -> of(Kind.F32, MemorySegment.ofBuffer(buffer));
            case IntBuffer buffer when isLittle(buffer.order()) -> of(Kind.I32, MemorySegment.ofBuffer(buffer));
            default -> Optional.empty();
        };
    }

    private static boolean isLittle(ByteOrder order) {
        return order == ByteOrder.LITTLE_ENDIAN;
    }

    private static Optional<Flat> of(Kind kind, MemorySegment segment) {
        return Optional.of(new Flat(
                kind,
                segment.byteSize(),
                address -> MemorySegment.copy(segment, 0, Memory.ALL, address, segment.byteSize())));
    }

    /// Recognizes typed arrays of JavaScript, and `array`, `memoryview`, `bytes`, `bytearray` of Python.
    static Optional<Flat> ofGuest(Object value) {
        try {
            if (INTEROP.hasBufferElements(value)) {
                long size = INTEROP.getBufferSize(value);
                return pythonKind(value).map(kind -> ofBuffer(kind, value, 0, size));
            }
            if (INTEROP.hasArrayElements(value) && INTEROP.isMemberReadable(value, "byteLength")) {
                Object buffer = INTEROP.readMember(value, "buffer");
                long offset = INTEROP.asLong(INTEROP.readMember(value, "byteOffset"));
                long length = INTEROP.asLong(INTEROP.readMember(value, "byteLength"));
                if (INTEROP.hasBufferElements(buffer)) {
                    return typedArrayKind(value).map(kind -> ofBuffer(kind, buffer, offset, length));
                }
            }
            return Optional.empty();
        } catch (InteropException e) {
            return Optional.empty();
        }
    }

    private static Optional<Kind> typedArrayKind(Object value) throws InteropException {
        if (!INTEROP.hasMetaObject(value)) {
            return Optional.empty();
        }
        String name = INTEROP.asString(INTEROP.getMetaSimpleName(INTEROP.getMetaObject(value)));
        return switch (name) {
            case "Float16Array" -> Optional.of(Kind.F16);
            case "Float32Array" -> Optional.of(Kind.F32);
            case "Float64Array" -> Optional.of(Kind.F64);
            case "Int8Array" -> Optional.of(Kind.I8);
            case "Int16Array" -> Optional.of(Kind.I16);
            case "Uint16Array" -> Optional.of(Kind.U16);
            case "Int32Array" -> Optional.of(Kind.I32);
            case "Uint32Array" -> Optional.of(Kind.U32);
            case "BigInt64Array" -> Optional.of(Kind.I64);
            case "Uint8Array", "Uint8ClampedArray" -> Optional.of(Kind.RAW);
            default -> Optional.empty();
        };
    }

    private static Optional<Kind> pythonKind(Object value) throws InteropException {
        for (String member : new String[] {"typecode", "format"}) {
            if (INTEROP.isMemberReadable(value, member)) {
                Object code = INTEROP.readMember(value, member);
                return INTEROP.isString(code) ? kindOfCode(value, INTEROP.asString(code)) : Optional.of(Kind.RAW);
            }
        }
        return Optional.of(Kind.RAW);
    }

    private static Optional<Kind> kindOfCode(Object value, String code) throws InteropException {
        return switch (code.replaceFirst("^[<@=]", "")) {
            case "e" -> Optional.of(Kind.F16);
            case "f" -> Optional.of(Kind.F32);
            case "d" -> Optional.of(Kind.F64);
            case "b" -> Optional.of(Kind.I8);
            case "h" -> Optional.of(Kind.I16);
            case "H" -> Optional.of(Kind.U16);
            case "i" -> Optional.of(Kind.I32);
            case "I" -> Optional.of(Kind.U32);
            case "q" -> Optional.of(Kind.I64);
            case "l" -> Optional.of(longWidth(value) == Long.BYTES ? Kind.I64 : Kind.I32);
            case "B", "c" -> Optional.of(Kind.RAW);
            default -> Optional.empty();
        };
    }

    /// The width of a C `long`, which depends on the platform.
    private static long longWidth(Object value) throws InteropException {
        return INTEROP.isMemberReadable(value, "itemsize")
                ? INTEROP.asLong(INTEROP.readMember(value, "itemsize"))
                : Long.BYTES;
    }

    private static Flat ofBuffer(Kind kind, Object buffer, long offset, long length) {
        return new Flat(kind, length, address -> copyBuffer(buffer, offset, length, address));
    }

    private static void copyBuffer(Object buffer, long offset, long length, long address) {
        byte[] piece = new byte[(int) Math.min(PIECE, length)];
        try {
            for (long done = 0; done < length; done += piece.length) {
                int size = (int) Math.min(piece.length, length - done);
                INTEROP.readBuffer(buffer, offset + done, piece, 0, size);
                MemorySegment.copy(MemorySegment.ofArray(piece), 0, Memory.ALL, address + done, size);
            }
        } catch (InteropException e) {
            throw new IllegalStateException("a buffer of %d bytes cannot be read".formatted(length), e);
        }
    }
}
