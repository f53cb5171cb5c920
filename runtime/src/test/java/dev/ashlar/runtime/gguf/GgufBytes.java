// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes the bytes of GGUF files by hand, the wrong ones too.
final class GgufBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    static GgufBytes header(long tensors, long pairs) {
        return header(3, tensors, pairs);
    }

    static GgufBytes header(int version, long tensors, long pairs) {
        return new GgufBytes()
                .raw("GGUF".getBytes(StandardCharsets.US_ASCII))
                .i32(version)
                .i64(tensors)
                .i64(pairs);
    }

    GgufBytes raw(byte... bytes) {
        out.writeBytes(bytes);
        return this;
    }

    GgufBytes i16(int value) {
        return raw(ByteBuffer.allocate(2)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) value)
                .array());
    }

    GgufBytes i32(int value) {
        return raw(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array());
    }

    GgufBytes i64(long value) {
        return raw(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
    }

    GgufBytes string(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return i64(bytes.length).raw(bytes);
    }

    GgufBytes key(String key, GgufType type) {
        return string(key).i32(type.id());
    }

    /// An info with the dimensions in the file's order, fastest first.
    GgufBytes tensor(String name, int typeId, long offset, long... dims) {
        string(name).i32(dims.length);
        for (long dim : dims) {
            i64(dim);
        }
        return i32(typeId).i64(offset);
    }

    /// Pads to a multiple of 32 and adds that many bytes 0, 1, 2, ...
    GgufBytes data(int count) {
        while (out.size() % 32 != 0) {
            out.write(0);
        }
        for (int i = 0; i < count; i++) {
            out.write(i);
        }
        return this;
    }

    int size() {
        return out.size();
    }

    byte[] toArray() {
        return out.toByteArray();
    }

    Path write(Path file) {
        try {
            return Files.write(file, toArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
