// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.ashlar.runtime.format.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nothing but a [GgufException] leaves the reader, whatever the bytes are, and it allocates little for a small file.
class FuzzTest {
    private static final long MOST_BYTES_PER_FILE = 1 << 20;
    private static final long[] EVIL = {
        0, 1, -1, 31, 33, 255, 65536, Integer.MAX_VALUE, 0x80000000L, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 61
    };

    @TempDir
    Path dir;

    private byte[] model() {
        Path path = dir.resolve("model.gguf");
        new GgufWriter(path)
                .putString("general.architecture", "llama")
                .putUint32("general.alignment", 32)
                .putFloat32("eps", 1e-5f)
                .putBoolean("flag", true)
                .putStrings("tokens", List.of("<s>", "▁a", "b"))
                .put("scores", NumberArray.ofFloats(0, -1, -2))
                .put(
                        "nested",
                        new GgufValue.NestedArray(List.of(NumberArray.ofInts(1, 2), NumberArray.ofBooleans(true))))
                .tensor("norm", Format.F32, new long[] {32}, out -> out.write(ByteBuffer.allocate(128)))
                .tensor("w", Format.Q8_0, new long[] {5, 96}, out -> out.write(ByteBuffer.allocate(5 * 102)))
                .write();
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads bytes as a file would be; true if they are a model.
    private static boolean accepts(byte[] bytes) {
        try {
            GgufPart part = GgufPart.read(Path.of("fuzz.gguf"), MemorySegment.ofArray(bytes));
            for (TensorInfo info : part.tensors()) {
                part.bytes()
                        .asSlice(info.offsetBytes(), info.sizeBytes())
                        .get(ValueLayout.JAVA_BYTE, info.sizeBytes() - 1);
            }
            part.metadata().values().values().forEach(value -> value.raw().hashCode());
            return true;
        } catch (GgufException e) {
            assertTrue(e.getMessage().startsWith("fuzz.gguf"), e.getMessage());
            return false;
        }
    }

    @Test
    void refusesEveryTruncation() throws IOException {
        byte[] model = model();
        assertTrue(accepts(model));
        byte[] withoutPadding = Arrays.copyOf(model, lastTensorEnd(model));
        assertTrue(accepts(withoutPadding));
        for (int length = 1; length < withoutPadding.length; length++) {
            int cut = length;
            assertTrue(!accepts(Arrays.copyOf(model, cut)), () -> "accepted the first %d bytes".formatted(cut));
        }
    }

    private static int lastTensorEnd(byte[] model) {
        TensorInfo last = GgufPart.read(Path.of("fuzz.gguf"), MemorySegment.ofArray(model))
                .tensors()
                .getLast();
        return (int) (last.offsetBytes() + last.sizeBytes());
    }

    @Test
    void truncatedFilesOnDiskAreRefused() throws IOException {
        byte[] model = model();
        Path path = dir.resolve("cut.gguf");
        for (int length : new int[] {0, 1, 3, 4, 7, 8, 23, 24, 100, 300, lastTensorEnd(model) - 1}) {
            Files.write(path, Arrays.copyOf(model, length));
            GgufException e = assertThrows(GgufException.class, () -> GgufFile.open(path));
            assertEquals(path.toString(), e.file());
        }
    }

    @Test
    void survivesEvilNumbersAtEveryPlace() {
        byte[] model = model();
        ByteBuffer buffer = ByteBuffer.wrap(model).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + 8 <= lastTensorEnd(model) - 5 * 102; at++) {
            long before = buffer.getLong(at);
            for (long evil : EVIL) {
                buffer.putLong(at, evil);
                checkBounded(model, "long %d at %d".formatted(evil, at));
                buffer.putLong(at, before);
                buffer.putInt(at, (int) evil);
                checkBounded(model, "int %d at %d".formatted(evil, at));
                buffer.putLong(at, before);
            }
        }
    }

    @Test
    void survivesRandomDamage() {
        byte[] model = model();
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            for (int round = 0; round < 20_000; round++) {
                byte[] damaged =
                        Arrays.copyOf(model, random.nextInt(8) == 0 ? random.nextInt(1, model.length) : model.length);
                int flips = random.nextInt(1, 6);
                for (int i = 0; i < flips; i++) {
                    damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                }
                checkBounded(damaged, "seed %d round %d".formatted(seed, round));
            }
        });
    }

    private static void checkBounded(byte[] bytes, String what) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            accepts(bytes);
        } catch (Throwable e) {
            throw new AssertionError("%s: %s left the reader".formatted(what, e), e);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < MOST_BYTES_PER_FILE, () -> "%s: %d bytes allocated".formatted(what, allocated));
    }
}
