// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Makes the bytes of a GGUF file that come before the tensors' bytes, padding included.
final class HeaderEncoder {
    private static final int VERSION = 3;

    private final Map<String, GgufValue> values;
    private final List<GgufWriter.Pending> tensors;
    private final int alignment;
    private ByteBuffer out = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    HeaderEncoder(Map<String, GgufValue> values, List<GgufWriter.Pending> tensors, int alignment) {
        this.values = values;
        this.tensors = tensors;
        this.alignment = alignment;
    }

    ByteBuffer encode() {
        i32(GgufPart.MAGIC);
        i32(VERSION);
        i64(tensors.size());
        i64(values.size());
        values.forEach((key, value) -> {
            string(key);
            i32(value.type().id());
            value(value);
        });
        long offset = 0;
        for (GgufWriter.Pending tensor : tensors) {
            info(tensor, offset);
            offset = Math.addExact(offset, Math.ceilDiv(tensor.sizeBytes(), alignment) * alignment);
        }
        int padding = Math.ceilDiv(out.position(), alignment) * alignment - out.position();
        room(padding).put(new byte[padding]);
        return out.flip();
    }

    private void info(GgufWriter.Pending tensor, long offset) {
        string(tensor.name());
        i32(tensor.shape().size());
        for (long dim : tensor.shape().reversed()) {
            i64(dim);
        }
        i32(tensor.format().typeId());
        i64(offset);
    }

    private void value(GgufValue value) {
        switch (value) {
            case GgufValue.IntegerValue integer -> integer(integer.type(), integer.value());
            case GgufValue.FloatValue real -> {
                if (real.type() == GgufType.FLOAT32) {
                    i32(Float.floatToRawIntBits((float) real.value()));
                } else {
                    i64(Double.doubleToRawLongBits(real.value()));
                }
            }
            case GgufValue.BooleanValue truth -> i8(truth.value() ? 1 : 0);
            case GgufValue.StringValue text -> string(text.value());
            case GgufValue.StringArray texts -> {
                arrayHead(GgufType.STRING, texts.values().size());
                texts.values().forEach(this::string);
            }
            case GgufValue.NestedArray arrays -> {
                arrayHead(GgufType.ARRAY, arrays.values().size());
                arrays.values().forEach(this::value);
            }
            case NumberArray numbers -> {
                arrayHead(numbers.elementType(), numbers.size());
                ByteBuffer content = numbers.content();
                room(content.remaining()).put(content);
            }
        }
    }

    private void arrayHead(GgufType elementType, int count) {
        i32(elementType.id());
        i64(count);
    }

    private void integer(GgufType type, long value) {
        for (int i = 0; i < type.minimumBytes(); i++) {
            i8((int) (value >>> 8 * i));
        }
    }

    private void string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        i64(utf8.length);
        room(utf8.length).put(utf8);
    }

    private void i8(int value) {
        room(1).put((byte) value);
    }

    private void i32(int value) {
        room(4).putInt(value);
    }

    private void i64(long value) {
        room(8).putLong(value);
    }

    private ByteBuffer room(int bytes) {
        if (out.remaining() < bytes) {
            int capacity = Math.max(Math.multiplyExact(2, out.capacity()), Math.addExact(out.position(), bytes));
            out = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).put(out.flip());
        }
        return out;
    }
}
