// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Optional;

/// Numbers that lie one after another in memory, to be copied in bulk.
///
/// @param kind of the numbers
/// @param bytes size of all of them
/// @param source copies them
record Flat(Kind kind, long bytes, Copy source) {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final int PIECE = 1 << 16;

    /// The kinds of numbers, with their width.
    enum Kind {
        /// Single precision.
        F32(4),
        /// Double precision.
        F64(8),
        /// Half precision.
        F16(2),
        /// 32-bit integers.
        I32(4),
        /// Other integers.
        OTHER(0),
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
                case F64, OTHER -> false;
            };
        }

        int width() {
            return width;
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
            case int[] values -> of(Kind.I32, MemorySegment.ofArray(values));
            case byte[] values -> of(Kind.RAW, MemorySegment.ofArray(values));
            case ByteBuffer buffer -> of(Kind.RAW, MemorySegment.ofBuffer(buffer));
            case FloatBuffer buffer when isNative(buffer.order()) -> of(Kind.F32, MemorySegment.ofBuffer(buffer));
            case IntBuffer buffer when isNative(buffer.order()) -> of(Kind.I32, MemorySegment.ofBuffer(buffer));
            default -> Optional.empty();
        };
    }

    /// Tells whether an object of Java is a buffer whose elements have no interop messages.
    static boolean isOpaque(Object object) {
        return object instanceof Buffer
                && (object instanceof DoubleBuffer || object instanceof LongBuffer || object instanceof ShortBuffer);
    }

    private static boolean isNative(ByteOrder order) {
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
                Kind kind = pythonKind(value);
                return Optional.of(ofBuffer(kind, value, 0, INTEROP.getBufferSize(value)));
            }
            if (INTEROP.hasArrayElements(value) && INTEROP.isMemberReadable(value, "byteLength")) {
                Object buffer = INTEROP.readMember(value, "buffer");
                if (INTEROP.hasBufferElements(buffer)) {
                    long offset = INTEROP.asLong(INTEROP.readMember(value, "byteOffset"));
                    long length = INTEROP.asLong(INTEROP.readMember(value, "byteLength"));
                    return Optional.of(ofBuffer(typedArrayKind(value), buffer, offset, length));
                }
            }
            return Optional.empty();
        } catch (InteropException e) {
            return Optional.empty();
        }
    }

    private static Kind typedArrayKind(Object value) throws InteropException {
        if (!INTEROP.hasMetaObject(value)) {
            return Kind.OTHER;
        }
        String name = INTEROP.asString(INTEROP.getMetaSimpleName(INTEROP.getMetaObject(value)));
        return switch (name) {
            case "Float32Array" -> Kind.F32;
            case "Float64Array" -> Kind.F64;
            case "Float16Array" -> Kind.F16;
            case "Int32Array" -> Kind.I32;
            case "Uint8Array", "Uint8ClampedArray", "DataView" -> Kind.RAW;
            default -> Kind.OTHER;
        };
    }

    private static Kind pythonKind(Object value) throws InteropException {
        for (String member : new String[] {"typecode", "format"}) {
            if (INTEROP.isMemberReadable(value, member)) {
                Object code = INTEROP.readMember(value, member);
                return INTEROP.isString(code) ? kindOfCode(INTEROP.asString(code)) : Kind.RAW;
            }
        }
        return Kind.RAW;
    }

    private static Kind kindOfCode(String code) {
        return switch (code.replaceFirst("^[<@=]", "")) {
            case "f" -> Kind.F32;
            case "d" -> Kind.F64;
            case "e" -> Kind.F16;
            case "i", "l" -> code.endsWith("i") ? Kind.I32 : Kind.OTHER;
            case "B", "b", "c" -> Kind.RAW;
            default -> Kind.OTHER;
        };
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
