// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.Shared;
import dev.ashlar.runtime.format.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class GgufWriterTest {
    @TempDir
    Path dir;

    @Test
    void everyMetadataTypeRoundTrips() {
        Path path = dir.resolve("m.gguf");
        GgufWriter writer = new GgufWriter(path)
                .put("u8", new GgufValue.IntegerValue(GgufType.UINT8, 255))
                .put("i8", new GgufValue.IntegerValue(GgufType.INT8, -128))
                .put("u16", new GgufValue.IntegerValue(GgufType.UINT16, 65535))
                .put("i16", new GgufValue.IntegerValue(GgufType.INT16, -2))
                .putUint32("u32", 0xffffffffL)
                .put("i32", new GgufValue.IntegerValue(GgufType.INT32, -3))
                .put("u64", new GgufValue.IntegerValue(GgufType.UINT64, -1))
                .put("i64", new GgufValue.IntegerValue(GgufType.INT64, Long.MIN_VALUE))
                .putFloat32("f32", 0.1f)
                .put("f64", new GgufValue.FloatValue(GgufType.FLOAT64, 0.1))
                .putBoolean("bool", true)
                .putString("text", "\u8a9e \uD83E\uDDF1 \0")
                .putStrings("texts", List.of("", "ab", "x".repeat(200_000)))
                .put("ints", NumberArray.ofInts(1, -2, 3))
                .put("floats", NumberArray.ofFloats(0.5f, Float.NaN))
                .put("doubles", NumberArray.ofDoubles(0.1))
                .put("bytes", NumberArray.ofIntegers(GgufType.UINT8, 0, 255))
                .put("longs", NumberArray.ofIntegers(GgufType.UINT64, -1))
                .put("bools", NumberArray.ofBooleans(true, false))
                .put("nested", new GgufValue.NestedArray(List.of(NumberArray.ofInts(1), NumberArray.ofInts())));
        writer.write();
        try (GgufFile file = GgufFile.open(path)) {
            assertEquals(3, file.version());
            assertEquals(20, file.metadata().keys().size());
            assertEquals(
                    List.of(255L, 0L).reversed(), file.metadata().raw("bytes").orElseThrow());
            Path copy = dir.resolve("copy.gguf");
            new GgufWriter(copy).putAll(file.metadata()).write();
            try (GgufFile again = GgufFile.open(copy)) {
                assertEquals(file.metadata().values(), again.metadata().values());
            }
        }
    }

    @Test
    void tensorsRoundTripAtTheGivenAlignment() {
        Path path = dir.resolve("t.gguf");
        byte[] first = {1, 2, 3, 4, 5, 6, 7, 8};
        byte[] second = new byte[6 * 34];
        second[203] = 42;
        new GgufWriter(path)
                .putUint32("general.alignment", 256)
                .tensor("a", Format.F32, new long[] {2}, out -> {
                    out.write(ByteBuffer.wrap(first, 0, 3));
                    out.write(ByteBuffer.wrap(first, 3, 5));
                })
                .tensor("b", Format.Q8_0, new long[] {3, 64}, out -> out.write(ByteBuffer.wrap(second)))
                .write();
        try (GgufFile file = GgufFile.open(path)) {
            assertEquals(256, file.alignmentBytes());
            assertEquals(
                    List.of("a", "b"),
                    file.tensors().stream().map(TensorInfo::name).toList());
            assertEquals(0, file.find("b").orElseThrow().offsetBytes() % 256);
            assertArrayEquals(new long[] {3, 64}, file.find("b").orElseThrow().shape());
            assertArrayEquals(first, file.bytes("a").toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(second, file.bytes("b").toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void copyingAModelGivesItsVeryBytes() throws IOException {
        Path model = Shared.path("models/tiny/tiny-Q8_0.gguf");
        Path path = dir.resolve("copy.gguf");
        try (GgufFile file = GgufFile.open(model)) {
            GgufWriter writer = new GgufWriter(path).putAll(file.metadata());
            for (TensorInfo info : file.tensors()) {
                writer.tensor(
                        info.name(),
                        info.format(),
                        info.shape(),
                        out -> out.write(file.bytes(info.name()).asByteBuffer()));
            }
            writer.write();
        }
        assertEquals(-1, Files.mismatch(model, path));
    }

    @Test
    void leavesNothingButTheOldFileWhenDataIsTooShortTooLongOrFails() throws IOException {
        Path path = Files.writeString(dir.resolve("t.gguf"), "old");
        assertFails(path, out -> out.write(ByteBuffer.allocate(7)), "tensor 'a': its data is 7 bytes, expected 8");
        assertFails(
                path, out -> out.write(ByteBuffer.allocate(9)), "tensor 'a': its data is at least 9 bytes, expected 8");
        assertFails(
                path,
                out -> {
                    throw new IOException("no space left on device");
                },
                "cannot be written: no space left on device");
        assertEquals("old", Files.readString(path));
        assertEquals(List.of(path), files());
    }

    private static void assertFails(Path path, TensorData data, String message) {
        GgufWriter writer = new GgufWriter(path).tensor("a", Format.F32, new long[] {2}, data);
        GgufException e = assertThrows(GgufException.class, writer::write);
        assertEquals(path + ": " + message, e.getMessage());
    }

    /// Writes a tensor that never ends; a process of its own for the test below.
    static final class Endless {
        private Endless() {}

        public static void main(String[] args) {
            new GgufWriter(Path.of(args[0]))
                    .tensor("a", Format.F32, new long[] {1L << 40}, out -> {
                        while (true) {
                            out.write(ByteBuffer.allocate(1024));
                            LockSupport.parkNanos(1_000_000);
                        }
                    })
                    .write();
        }
    }

    @Test
    void leavesNothingWhenTheProcessIsTerminated() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Endless.class.getName(),
                        dir.resolve("t.gguf").toString())
                .redirectErrorStream(true)
                .start();
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (files().isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertEquals(1, files().size());
        assertTrue(files().getFirst().toString().endsWith(".partial"), () -> files().toString());
        process.destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(List.of(), files());
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(dir)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void refusesWhatCouldNotBeReadAgain() {
        Path path = dir.resolve("t.gguf");
        TensorData none = out -> {};
        assertRefused(
                "row is 33 elements, expected a multiple of 32 (q8_0 block)",
                () -> new GgufWriter(path).tensor("a", Format.Q8_0, new long[] {2, 33}, none));
        assertRefused(
                "5 dimensions, expected 1 to 4",
                () -> new GgufWriter(path).tensor("a", Format.F32, new long[] {1, 1, 1, 1, 1}, none));
        assertRefused(
                "shape is [2, 0], expected at least 1 each",
                () -> new GgufWriter(path).tensor("a", Format.F32, new long[] {2, 0}, none));
        assertRefused(
                "overflows", () -> new GgufWriter(path).tensor("a", Format.F32, new long[] {1L << 40, 1L << 40}, none));
        assertRefused(
                "occurs twice",
                () -> new GgufWriter(path)
                        .tensor("a", Format.F32, new long[] {1}, none)
                        .tensor("a", Format.F32, new long[] {1}, none));
        assertRefused("is 48, expected a power of two", () -> new GgufWriter(path).putUint32("general.alignment", 48));
        assertRefused("has 0 characters", () -> new GgufWriter(path).putUint32("", 48));
        Path nowhere = dir.resolve("absent/t.gguf");
        assertRefused("cannot be written: no such directory", () -> new GgufWriter(nowhere).write());
    }

    private static void assertRefused(String essential, Executable action) {
        GgufException e = assertThrows(GgufException.class, action);
        assertTrue(e.getMessage().contains(essential), e.getMessage());
    }
}
