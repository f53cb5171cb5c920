// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The keys and values of a GGUF file, in the order of the file.
///
/// Of the typed getters, `find...` returns empty for a key that is absent and `require...` refuses it; both refuse a
/// value of another type, or one that does not fit, with a [GgufException] that names the file and the key.
public final class GgufMetadata {
    private final String file;
    private final Map<String, GgufValue> values;

    GgufMetadata(String file, Map<String, GgufValue> values) {
        this.file = file;
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// Returns all keys.
    ///
    /// @return unmodifiable, in the order of the file
    public Set<String> keys() {
        return values.keySet();
    }

    /// Returns all keys and values.
    ///
    /// @return unmodifiable, in the order of the file
    public Map<String, GgufValue> values() {
        return values;
    }

    /// Finds a value with its type.
    ///
    /// @param key the key
    /// @return empty if the key is absent
    public Optional<GgufValue> find(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /// Finds a value as a plain Java object.
    ///
    /// @param key the key
    /// @return a [Long], [Double], [String], [Boolean] or [List]; empty if the key is absent
    public Optional<Object> raw(String key) {
        return find(key).map(GgufValue::raw);
    }

    /// Finds an integer of any width.
    ///
    /// @param key the key
    /// @return empty if the key is absent
    public Optional<Long> findLong(String key) {
        return find(key).map(value -> {
            if (!(value instanceof GgufValue.IntegerValue integer)) {
                throw wrongType(key, value, "an integer");
            }
            return inRange(key, integer);
        });
    }

    /// Returns an integer of any width.
    ///
    /// @param key the key
    /// @return the value
    public long requireLong(String key) {
        return findLong(key).orElseThrow(() -> absent(key, "an integer"));
    }

    /// Finds an integer that fits 32 bits.
    ///
    /// @param key the key
    /// @return empty if the key is absent
    public Optional<Integer> findInt(String key) {
        return findLong(key).map(value -> {
            if (value != (int) (long) value) {
                throw GgufException.ofKey(file, key, "value is %d, expected at most 2147483647".formatted(value));
            }
            return (int) (long) value;
        });
    }

    /// Returns an integer that fits 32 bits.
    ///
    /// @param key the key
    /// @return the value
    public int requireInt(String key) {
        return findInt(key).orElseThrow(() -> absent(key, "an integer"));
    }

    /// Finds a number; an integer is converted.
    ///
    /// @param key the key
    /// @return empty if the key is absent
    public Optional<Double> findDouble(String key) {
        return find(key).map(value -> switch (value) {
            case GgufValue.FloatValue real -> real.value();
            case GgufValue.IntegerValue integer -> (double) inRange(key, integer);
            case GgufValue.BooleanValue v -> throw wrongType(key, v, "a number");
            case GgufValue.StringValue v -> throw wrongType(key, v, "a number");
            case GgufValue.StringArray v -> throw wrongType(key, v, "a number");
            case GgufValue.NestedArray v -> throw wrongType(key, v, "a number");
            case NumberArray v -> throw wrongType(key, v, "a number");
        });
    }

    /// Returns a number; an integer is converted.
    ///
    /// @param key the key
    /// @return the value
    public double requireDouble(String key) {
        return findDouble(key).orElseThrow(() -> absent(key, "a number"));
    }

    /// Finds a truth value.
    ///
    /// @param key the key
    /// @return empty if the key is absent
    public Optional<Boolean> findBoolean(String key) {
        return find(key).map(value -> {
            if (!(value instanceof GgufValue.BooleanValue truth)) {
                throw wrongType(key, value, "a bool");
            }
            return truth.value();
        });
    }

    /// Returns a truth value.
    ///
    /// @param key the key
    /// @return the value
    public boolean requireBoolean(String key) {
        return findBoolean(key).orElseThrow(() -> absent(key, "a bool"));
    }

    /// Finds a text.
    ///
    /// @param key the key
    /// @return empty if the key is absent
    public Optional<String> findString(String key) {
        return find(key).map(value -> {
            if (!(value instanceof GgufValue.StringValue text)) {
                throw wrongType(key, value, "a string");
            }
            return text.value();
        });
    }

    /// Returns a text.
    ///
    /// @param key the key
    /// @return the value
    public String requireString(String key) {
        return findString(key).orElseThrow(() -> absent(key, "a string"));
    }

    /// Finds an array of texts.
    ///
    /// @param key the key
    /// @return unmodifiable; empty if the key is absent
    public Optional<List<String>> findStrings(String key) {
        return find(key).map(value -> {
            if (value instanceof NumberArray empty && empty.size() == 0) {
                return List.of();
            }
            if (!(value instanceof GgufValue.StringArray texts)) {
                throw wrongType(key, value, "an array of strings");
            }
            return texts.values();
        });
    }

    /// Returns an array of texts.
    ///
    /// @param key the key
    /// @return unmodifiable
    public List<String> requireStrings(String key) {
        return findStrings(key).orElseThrow(() -> absent(key, "an array of strings"));
    }

    /// Finds an array of integers that fit 32 bits.
    ///
    /// @param key the key
    /// @return a copy; empty if the key is absent
    public Optional<int[]> findInts(String key) {
        return find(key).map(value -> {
            NumberArray array = numbers(key, value, "an array of integers");
            if (array.elementType().isFloat()) {
                throw wrongType(key, value, "an array of integers");
            }
            int[] result = new int[array.size()];
            for (int i = 0; i < result.length; i++) {
                long element = array.longAt(i);
                if (element != (int) element) {
                    throw GgufException.ofKey(
                            file, key, "element %d is %s, expected 32 bits at most".formatted(i, element));
                }
                result[i] = (int) element;
            }
            return result;
        });
    }

    /// Returns an array of integers that fit 32 bits.
    ///
    /// @param key the key
    /// @return a copy
    public int[] requireInts(String key) {
        return findInts(key).orElseThrow(() -> absent(key, "an array of integers"));
    }

    /// Finds an array of numbers, each rounded to single precision.
    ///
    /// @param key the key
    /// @return a copy; empty if the key is absent
    public Optional<float[]> findFloats(String key) {
        return find(key).map(value -> {
            NumberArray array = numbers(key, value, "an array of numbers");
            float[] result = new float[array.size()];
            for (int i = 0; i < result.length; i++) {
                result[i] = (float) array.doubleAt(i);
            }
            return result;
        });
    }

    /// Returns an array of numbers, each rounded to single precision.
    ///
    /// @param key the key
    /// @return a copy
    public float[] requireFloats(String key) {
        return findFloats(key).orElseThrow(() -> absent(key, "an array of numbers"));
    }

    private NumberArray numbers(String key, GgufValue value, String expected) {
        if (value instanceof GgufValue.StringArray texts && texts.values().isEmpty()) {
            return NumberArray.ofInts();
        }
        if (!(value instanceof NumberArray array) || array.elementType() == GgufType.BOOL) {
            throw wrongType(key, value, expected);
        }
        return array;
    }

    private long inRange(String key, GgufValue.IntegerValue integer) {
        if (integer.type() == GgufType.UINT64 && integer.value() < 0) {
            throw GgufException.ofKey(
                    file,
                    key,
                    "value is %s, expected at most %d"
                            .formatted(Long.toUnsignedString(integer.value()), Long.MAX_VALUE));
        }
        return integer.value();
    }

    private GgufException absent(String key, String expected) {
        return GgufException.ofKey(file, key, "is missing, expected " + expected);
    }

    private GgufException wrongType(String key, GgufValue value, String expected) {
        String found = switch (value) {
            case NumberArray array -> "an array of " + array.elementType().spelling();
            case GgufValue.StringArray strings ->
                "an array of %d strings".formatted(strings.values().size());
            case GgufValue.NestedArray arrays ->
                "an array of %d arrays".formatted(arrays.values().size());
            case GgufValue.IntegerValue v -> v.type().spelling() + " " + v.value();
            case GgufValue.FloatValue v -> v.type().spelling() + " " + v.value();
            case GgufValue.BooleanValue v -> "bool " + v.value();
            case GgufValue.StringValue v -> "string '" + GgufException.printable(v.value()) + "'";
        };
        return GgufException.ofKey(file, key, "is %s, expected %s".formatted(found, expected));
    }
}
