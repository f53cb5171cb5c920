// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the keys and values of a GGUF file.
final class MetadataReader {
    /// The most characters of a key or of a tensor's name.
    static final int MAX_KEY_LENGTH = 65535;

    /// The least space of a pair: an empty key, its type, one byte.
    static final int MINIMUM_PAIR_BYTES = 13;

    private static final int MAX_DEPTH = 4;

    private final Cursor cursor;

    MetadataReader(Cursor cursor) {
        this.cursor = cursor;
    }

    GgufMetadata read(long pairs) {
        Map<String, GgufValue> values = new LinkedHashMap<>();
        for (long i = 0; i < pairs; i++) {
            cursor.aboutNothing();
            long at = cursor.position();
            String key = cursor.string("key %d of %d".formatted(i + 1, pairs));
            if (key.isEmpty() || key.length() > MAX_KEY_LENGTH) {
                throw cursor.fault(
                        at,
                        "key %d of %d has %d characters, expected 1 to %d"
                                .formatted(i + 1, pairs, key.length(), MAX_KEY_LENGTH));
            }
            cursor.aboutKey(key);
            if (values.containsKey(key)) {
                throw cursor.fault(at, "occurs twice");
            }
            values.put(key, value(type("the type"), 1));
        }
        cursor.aboutNothing();
        return new GgufMetadata(cursor.file().toString(), values);
    }

    private GgufType type(String what) {
        long at = cursor.position();
        int id = cursor.i32(what);
        return GgufType.ofId(id)
                .orElseThrow(() ->
                        cursor.fault(at, "%s is %s, expected 0 to 12".formatted(what, Integer.toUnsignedString(id))));
    }

    private GgufValue value(GgufType type, int depth) {
        String what = "the value";
        return switch (type) {
            case UINT8 -> new GgufValue.IntegerValue(type, Byte.toUnsignedLong(cursor.i8(what)));
            case INT8 -> new GgufValue.IntegerValue(type, cursor.i8(what));
            case UINT16 -> new GgufValue.IntegerValue(type, Short.toUnsignedLong(cursor.i16(what)));
            case INT16 -> new GgufValue.IntegerValue(type, cursor.i16(what));
            case UINT32 -> new GgufValue.IntegerValue(type, Integer.toUnsignedLong(cursor.i32(what)));
            case INT32 -> new GgufValue.IntegerValue(type, cursor.i32(what));
            case UINT64, INT64 -> new GgufValue.IntegerValue(type, cursor.i64(what));
            case FLOAT32 -> new GgufValue.FloatValue(type, Float.intBitsToFloat(cursor.i32(what)));
            case FLOAT64 -> new GgufValue.FloatValue(type, Double.longBitsToDouble(cursor.i64(what)));
            case BOOL -> truth();
            case STRING -> new GgufValue.StringValue(cursor.string(what));
            case ARRAY -> array(depth);
        };
    }

    private GgufValue truth() {
        long at = cursor.position();
        byte value = cursor.i8("the value");
        checkTruth(value, at);
        return new GgufValue.BooleanValue(value == 1);
    }

    private void checkTruth(byte value, long at) {
        if (value != 0 && value != 1) {
            throw cursor.fault(at, "a bool is %d, expected 0 or 1".formatted(value & 0xff));
        }
    }

    private GgufValue array(int depth) {
        long start = cursor.position();
        GgufType elementType = type("the element type");
        if (elementType == GgufType.ARRAY && depth == MAX_DEPTH) {
            throw cursor.fault(start, "arrays are nested deeper than %d".formatted(MAX_DEPTH));
        }
        int count = Math.toIntExact(cursor.count("array elements", elementType.minimumBytes()));
        return switch (elementType) {
            case STRING -> strings(count);
            case ARRAY -> arrays(count, depth);
            case UINT8, INT8, UINT16, INT16, UINT32, INT32, UINT64, INT64, FLOAT32, FLOAT64 ->
                new NumberArray(elementType, cursor.bytes((long) count * elementType.minimumBytes(), "the array"));
            case BOOL -> truths(count);
        };
    }

    private GgufValue truths(int count) {
        long at = cursor.position();
        byte[] values = cursor.bytes(count, "the array");
        for (int i = 0; i < count; i++) {
            checkTruth(values[i], at + i);
        }
        return new NumberArray(GgufType.BOOL, values);
    }

    private GgufValue strings(int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(cursor.string("a string of the array"));
        }
        return new GgufValue.StringArray(texts);
    }

    private GgufValue arrays(int count, int depth) {
        List<GgufValue> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(array(depth + 1));
        }
        return new GgufValue.NestedArray(values);
    }
}
