// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Reads little-endian values from a mapped file, each only after checking that the file still holds it.
final class Cursor {
    /// The most that the part of a file before the tensors' bytes may take; real ones take a tenth of it.
    static final long MAX_HEADER_BYTES = 128L << 20;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final MemorySegment bytes;
    private long position;
    private String tensor = "";
    private String key = "";

    Cursor(Path file, MemorySegment bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    Path file() {
        return file;
    }

    long position() {
        return position;
    }

    long size() {
        return bytes.byteSize();
    }

    /// Returns how much may still be read: what is left of the file, or of the largest header.
    long remaining() {
        return Math.min(bytes.byteSize(), MAX_HEADER_BYTES) - position;
    }

    void aboutNothing() {
        tensor = "";
        key = "";
    }

    void aboutKey(String name) {
        tensor = "";
        key = name;
    }

    void aboutTensor(String name) {
        tensor = name;
        key = "";
    }

    byte i8(String what) {
        return bytes.get(ValueLayout.JAVA_BYTE, take(1, what));
    }

    short i16(String what) {
        return bytes.get(SHORT, take(2, what));
    }

    int i32(String what) {
        return bytes.get(INT, take(4, what));
    }

    long i64(String what) {
        return bytes.get(LONG, take(8, what));
    }

    /// Reads a count of things that take at least `minimumBytes` each.
    long count(String what, int minimumBytes) {
        long at = position;
        long count = i64("the count of " + what);
        if (count < 0 || count > remaining() / minimumBytes) {
            throw fault(
                    at,
                    "%s %s are announced, but at most %d fit the remaining %d bytes"
                            .formatted(Long.toUnsignedString(count), what, remaining() / minimumBytes, remaining()));
        }
        return count;
    }

    byte[] bytes(long count, String what) {
        byte[] result = new byte[Math.toIntExact(count)];
        long at = take(count, what);
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, result, 0, result.length);
        return result;
    }

    String string(String what) {
        long at = position;
        long length = i64("the length of " + what);
        if (length < 0 || length > remaining()) {
            throw fault(
                    at,
                    "%s is announced with %s bytes, but only %d remain"
                            .formatted(what, Long.toUnsignedString(length), remaining()));
        }
        return decode(bytes(length, what), at + Long.BYTES, what);
    }

    private String decode(byte[] utf8, long at, String what) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') < 0) {
            return text;
        }
        ByteBuffer source = ByteBuffer.wrap(utf8);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(source).toString();
        } catch (CharacterCodingException e) {
            throw fault(at + source.position(), "%s is not valid UTF-8".formatted(what));
        }
    }

    private long take(long count, String what) {
        if (count > remaining()) {
            throw position + count > MAX_HEADER_BYTES && bytes.byteSize() > MAX_HEADER_BYTES
                    ? fault(position, "the header is larger than %d bytes".formatted(MAX_HEADER_BYTES))
                    : fault(
                            position,
                            "%s needs %d bytes, but only %d remain: the file is truncated"
                                    .formatted(what, count, remaining()));
        }
        long at = position;
        position += count;
        return at;
    }

    GgufException fault(long at, String problem) {
        if (!tensor.isEmpty()) {
            return GgufException.ofTensor(file, at, tensor, problem);
        }
        return key.isEmpty()
                ? GgufException.at(file, at, problem)
                : GgufException.ofKey(file.toString(), at, key, problem);
    }
}
