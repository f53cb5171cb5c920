// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import dev.ashlar.runtime.format.Format;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes a GGUF file of version 3: add metadata and tensors, then [#write].
///
/// The file appears under its name only when it is complete; until then it is written beside it under another name,
/// and nothing is left of it if writing fails.
public final class GgufWriter {
    private final Path target;
    private final Map<String, GgufValue> values = new LinkedHashMap<>();
    private final Map<String, Pending> tensors = new LinkedHashMap<>();

    /// A tensor to be written; `shape` is outermost first.
    record Pending(String name, Format format, List<Long> shape, long sizeBytes, TensorData data) {}

    /// Makes a writer.
    ///
    /// @param target the file to write; replaced if it exists
    public GgufWriter(Path target) {
        this.target = target;
    }

    /// Adds a key and its value, or replaces the value of a key that was added before.
    ///
    /// @param key the key
    /// @param value its value
    /// @return this writer
    public GgufWriter put(String key, GgufValue value) {
        if (key.isEmpty() || key.length() > MetadataReader.MAX_KEY_LENGTH) {
            throw GgufException.ofKey(
                    target.toString(),
                    key,
                    "has %d characters, expected 1 to %d".formatted(key.length(), MetadataReader.MAX_KEY_LENGTH));
        }
        if (key.equals(GgufPart.ALIGNMENT_KEY)) {
            GgufPart.alignment(target, new GgufMetadata(target.toString(), Map.of(key, value)));
        }
        values.put(key, value);
        return this;
    }

    /// Adds a text.
    ///
    /// @param key the key
    /// @param value its value
    /// @return this writer
    public GgufWriter putString(String key, String value) {
        return put(key, new GgufValue.StringValue(value));
    }

    /// Adds an unsigned 32-bit integer, the usual type of sizes.
    ///
    /// @param key the key
    /// @param value 0 to 2^32 - 1
    /// @return this writer
    public GgufWriter putUint32(String key, long value) {
        return put(key, new GgufValue.IntegerValue(GgufType.UINT32, value));
    }

    /// Adds a single-precision number.
    ///
    /// @param key the key
    /// @param value its value
    /// @return this writer
    public GgufWriter putFloat32(String key, float value) {
        return put(key, new GgufValue.FloatValue(GgufType.FLOAT32, value));
    }

    /// Adds a truth value.
    ///
    /// @param key the key
    /// @param value its value
    /// @return this writer
    public GgufWriter putBoolean(String key, boolean value) {
        return put(key, new GgufValue.BooleanValue(value));
    }

    /// Adds an array of texts.
    ///
    /// @param key the key
    /// @param values its value
    /// @return this writer
    public GgufWriter putStrings(String key, List<String> values) {
        return put(key, new GgufValue.StringArray(values));
    }

    /// Adds all keys and values of another file.
    ///
    /// @param metadata what to copy, types included
    /// @return this writer
    public GgufWriter putAll(GgufMetadata metadata) {
        metadata.values().forEach(this::put);
        return this;
    }

    /// Adds a tensor; tensors are written in the order in which they were added.
    ///
    /// @param name its name, not used before
    /// @param format the encoding of its elements
    /// @param shape 1 to 4 dimensions, outermost first; the last one is a multiple of the format's block
    /// @param data supplies its bytes, row-major
    /// @return this writer
    /// @throws GgufException if the file could not be read again
    public GgufWriter tensor(String name, Format format, long[] shape, TensorData data) {
        if (tensors.containsKey(name)) {
            throw GgufException.ofTensor(target, name, "occurs twice");
        }
        if (name.isEmpty() || name.length() > MetadataReader.MAX_KEY_LENGTH) {
            throw GgufException.ofTensor(
                    target,
                    name,
                    "has a name of %d characters, expected 1 to %d"
                            .formatted(name.length(), MetadataReader.MAX_KEY_LENGTH));
        }
        List<Long> dims = Arrays.stream(shape).boxed().toList();
        tensors.put(name, new Pending(name, format, dims, sizeBytes(name, format, dims), data));
        return this;
    }

    private long sizeBytes(String name, Format format, List<Long> shape) {
        if (shape.isEmpty() || shape.size() > TensorTable.MAX_DIMENSIONS) {
            throw GgufException.ofTensor(
                    target,
                    name,
                    "%d dimensions, expected 1 to %d".formatted(shape.size(), TensorTable.MAX_DIMENSIONS));
        }
        long elements = 1;
        for (long dim : shape) {
            if (dim < 1) {
                throw GgufException.ofTensor(target, name, "shape is %s, expected at least 1 each".formatted(shape));
            }
            elements = multiply(name, elements, dim);
        }
        if (shape.getLast() % format.blockElements() != 0) {
            throw GgufException.ofTensor(
                    target,
                    name,
                    "row is %d elements, expected a multiple of %d (%s block)"
                            .formatted(shape.getLast(), format.blockElements(), format.spelling()));
        }
        return multiply(name, elements / format.blockElements(), format.blockBytes());
    }

    private long multiply(String name, long a, long b) {
        try {
            return Math.multiplyExact(a, b);
        } catch (ArithmeticException e) {
            throw GgufException.ofTensor(target, name, "its size overflows 64 bits");
        }
    }

    /// Writes the file.
    ///
    /// @throws GgufException if it cannot be written, or a tensor's data is shorter or longer than the tensor
    public void write() {
        int alignment = GgufPart.alignment(target, new GgufMetadata(target.toString(), values));
        ByteBuffer header = new HeaderEncoder(values, List.copyOf(tensors.values()), alignment).encode();
        try (AtomicFile file = AtomicFile.create(target)) {
            TensorChannel channel = new TensorChannel(target, file.channel());
            channel.writeHeader(header);
            for (Pending tensor : tensors.values()) {
                channel.writeTensor(tensor, alignment);
            }
            file.commit();
        } catch (IOException e) {
            throw GgufException.ofFile(target, "cannot be written: %s".formatted(IoProblem.describe(e)), e);
        }
    }
}
