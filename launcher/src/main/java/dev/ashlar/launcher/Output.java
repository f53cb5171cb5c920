// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.TensorView;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.graalvm.polyglot.Value;

/// Where the result of a run goes.
sealed interface Output {
    /// For people to read.
    record Text() implements Output {}

    /// One line of nested lists.
    record Lines() implements Output {}

    /// A NumPy file.
    record Npy(Path file) implements Output {}

    /// Reads `text`, `json` or `npy:FILE`.
    static Output parse(String text) {
        if (text.equals("text")) {
            return new Text();
        }
        if (text.equals("json")) {
            return new Lines();
        }
        if (text.startsWith("npy:") && text.length() > "npy:".length()) {
            return new Npy(Path.of(text.substring("npy:".length())));
        }
        throw new UserException("output is '%s', expected text, json or npy:FILE".formatted(text));
    }

    /// Writes what a graph returned: a tensor, or an array of tensors if it has several results.
    default void write(Console console, Value result) throws IOException {
        List<Value> results = results(result);
        switch (this) {
            case Text _ -> results.forEach(value -> console.println(value.toString()));
            case Lines _ -> {
                List<Object> nested =
                        results.stream().map(value -> read(value).toNested()).toList();
                console.println(Json.line(nested.size() == 1 ? nested.getFirst() : nested));
            }
            case Npy npy -> {
                for (int i = 0; i < results.size(); i++) {
                    NpyWriter.write(results.size() == 1 ? npy.file() : numbered(npy.file(), i), read(results.get(i)));
                }
            }
        }
    }

    private static List<Value> results(Value result) {
        if (result.isNumber() || result.hasMember("dtype")) {
            return List.of(result);
        }
        List<Value> results = new ArrayList<>();
        for (long i = 0; i < result.getArraySize(); i++) {
            results.add(result.getArrayElement(i));
        }
        return results;
    }

    /// `y.npy` becomes `y.0.npy`, `y.1.npy`.
    private static Path numbered(Path file, int number) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
        return file.resolveSibling(name.substring(0, dot) + "." + number + name.substring(dot));
    }

    private static HostTensor read(Value value) {
        if (value.isNumber()) {
            boolean integer = value.fitsInInt() && !value.toString().contains(".");
            return new HostTensor(new long[0], new double[] {value.asDouble()}, integer);
        }
        long[] shape = value.getMember("shape").as(long[].class);
        Format format = Format.ofSpelling(value.getMember("dtype").asString()).orElseThrow();
        byte[] bytes = new byte[Math.toIntExact(value.getBufferSize())];
        value.readBuffer(0, bytes, 0, bytes.length);
        boolean integers = format == Format.I32;
        return new HostTensor(shape, integers ? integers(bytes) : floats(format, bytes, shape), integers);
    }

    private static double[] integers(byte[] bytes) {
        IntBuffer integers =
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
        double[] values = new double[integers.remaining()];
        Arrays.setAll(values, integers::get);
        return values;
    }

    private static double[] floats(Format format, byte[] bytes, long[] shape) {
        float[] floats =
                TensorView.of(format, MemorySegment.ofArray(bytes), shape).toFloatArray();
        double[] values = new double[floats.length];
        Arrays.setAll(values, i -> floats[i]);
        return values;
    }
}
