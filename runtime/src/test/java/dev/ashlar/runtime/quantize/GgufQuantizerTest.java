// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.Shared;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufWriter;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufQuantizerTest {
    private static final Map<String, QuantizationType> TINY = new TreeMap<>(Map.of(
            "Q8_0", QuantizationType.Q8_0,
            "Q6_K", QuantizationType.Q6_K,
            "Q5_K_M", QuantizationType.Q5_K_M,
            "Q4_K_M", QuantizationType.Q4_K_M,
            "Q4_0", QuantizationType.Q4_0,
            "IQ4_NL", QuantizationType.IQ4_NL,
            "Q3_K_M", QuantizationType.Q3_K_M,
            "Q2_K", QuantizationType.Q2_K));

    @TempDir
    Path dir;

    private GgufFile quantized(Path source, QuantizationType type) {
        Path target = dir.resolve(type + ".gguf");
        GgufQuantizer.quantize(source, target, GgufQuantizer.Options.of(type), QuantizationListener.NONE);
        return GgufFile.open(target);
    }

    private static void assertSameFormats(GgufFile expected, GgufFile found) {
        assertEquals(expected.tensors().size(), found.tensors().size());
        for (TensorInfo info : expected.tensors()) {
            TensorInfo ours = found.find(info.name()).orElseThrow();
            assertEquals(info.format(), ours.format(), expected.path() + " " + info.name());
            assertArrayEquals(info.shape(), ours.shape());
        }
    }

    @Test
    void mixturesAreThoseOfLlamaCpp() {
        Path models = Shared.path("models");
        assertChosen(models.resolve("tiny"), "tiny", TINY);
        assertChosen(models.resolve("toy-llama"), "toy-llama", TINY);
        assertChosen(
                models.resolve("toy-llama"),
                "toy-llama",
                Map.of(
                        "Q4_1", QuantizationType.Q4_1,
                        "Q5_0", QuantizationType.Q5_0,
                        "Q5_1", QuantizationType.Q5_1,
                        "TQ1_0", QuantizationType.TQ1_0,
                        "TQ2_0", QuantizationType.TQ2_0,
                        "MXFP4", QuantizationType.MXFP4,
                        "F16", QuantizationType.F16));
        Path small = models.resolve("tinystories-656k");
        assertChosen(small, "TinyStories-656K", Map.of("Q4_0", QuantizationType.Q4_0, "Q8_0", QuantizationType.Q8_0));
    }

    private static void assertChosen(Path folder, String model, Map<String, QuantizationType> types) {
        try (GgufFile source = GgufFile.open(folder.resolve(model + "-F32.gguf"))) {
            types.forEach((name, type) -> {
                FormatChoice choice = new FormatChoice(type, Optional.empty(), ModelShape.of(source));
                try (GgufFile theirs = GgufFile.open(folder.resolve("%s-%s.gguf".formatted(model, name)))) {
                    for (TensorInfo info : theirs.tensors()) {
                        TensorInfo ours = source.find(info.name()).orElseThrow();
                        assertEquals(info.format(), choice.choose(ours).format(), theirs.path() + " " + info.name());
                    }
                    assertEquals(
                            Optional.of((long) type.fileType()),
                            theirs.metadata().findLong("general.file_type"),
                            name);
                }
            });
        }
    }

    @Test
    void closedFormatsGiveTheTensorsOfLlamaCpp() {
        Path folder = Shared.path("models/tiny");
        try (GgufFile theirs = GgufFile.open(folder.resolve("tiny-Q8_0.gguf"));
                GgufFile ours = quantized(folder.resolve("tiny-F32.gguf"), QuantizationType.Q8_0)) {
            for (TensorInfo info : theirs.tensors()) {
                assertEquals(-1, theirs.bytes(info.name()).mismatch(ours.bytes(info.name())), info.name());
            }
        }
    }

    @Test
    void keepsMetadataVectorsAndOrder() {
        Path source = Shared.path("models/tiny/tiny-F32.gguf");
        try (GgufFile before = GgufFile.open(source);
                GgufFile after = quantized(source, QuantizationType.Q4_K_M)) {
            before.metadata().values().forEach((key, value) -> {
                if (!key.equals("general.file_type") && !key.equals("general.quantization_version")) {
                    assertEquals(Optional.of(value), after.metadata().find(key), key);
                }
            });
            assertEquals(15, after.metadata().requireInt("general.file_type"));
            assertEquals(2, after.metadata().requireInt("general.quantization_version"));
            assertEquals(
                    before.tensors().stream().map(TensorInfo::name).toList(),
                    after.tensors().stream().map(TensorInfo::name).toList());
            assertEquals(-1, before.bytes("output_norm.weight").mismatch(after.bytes("output_norm.weight")));
        }
    }

    @Test
    void rowsThatDoNotFitFallBackAndSaySo() {
        Path folder = Shared.path("models/stories260K");
        Path target = dir.resolve("q.gguf");
        List<String> notes = new ArrayList<>();
        List<String> tensors = new ArrayList<>();
        long[] progress = new long[2];
        QuantizationListener listener = new QuantizationListener() {
            @Override
            public void note(String line) {
                notes.add(line);
            }

            @Override
            public void tensor(int index, int count, TensorInfo source, Format format) {
                tensors.add(source.name());
                assertEquals(tensors.size(), index + 1);
            }

            @Override
            public void progress(long done, long total) {
                progress[0] = done;
                progress[1] = total;
            }
        };
        GgufQuantizer.Summary summary = GgufQuantizer.quantize(
                folder.resolve("stories260K-F32.gguf"),
                target,
                GgufQuantizer.Options.of(QuantizationType.Q4_0),
                listener);
        assertEquals(5, notes.size());
        assertTrue(notes.contains("tensor 'blk.0.ffn_down.weight': row is 172 elements, no multiple of 32 (q4_0 block):"
                + " stored as f16"));
        assertEquals(progress[1], progress[0]);
        assertEquals(5, summary.formats().get(Format.F16));
        assertTrue(summary.targetBytes() < summary.sourceBytes() / 3);
        try (GgufFile theirs = GgufFile.open(folder.resolve("stories260K-Q4_0.gguf"));
                GgufFile ours = GgufFile.open(target)) {
            assertSameFormats(theirs, ours);
            assertEquals(tensors.size(), ours.tensors().size());
        }
    }

    @Test
    void threadsDoNotChangeBytesAndOutputFormatIsObeyed() throws IOException {
        Path source = Shared.path("models/toy-llama/toy-llama-F32.gguf");
        List<Path> targets = new ArrayList<>();
        for (int threads : new int[] {1, 3}) {
            Path target = dir.resolve(threads + ".gguf");
            GgufQuantizer.quantize(
                    source,
                    target,
                    new GgufQuantizer.Options(QuantizationType.Q4_K_M, Optional.of(Format.F16), threads),
                    QuantizationListener.NONE);
            targets.add(target);
        }
        assertEquals(-1, Files.mismatch(targets.get(0), targets.get(1)));
        try (GgufFile file = GgufFile.open(targets.getFirst())) {
            assertEquals(Format.F16, file.find("output.weight").orElseThrow().format());
        }
    }

    @Test
    void quantizesWhatIsQuantizedAlready() {
        Path folder = Shared.path("models/toy-llama");
        try (GgufFile theirs = GgufFile.open(folder.resolve("toy-llama-F32.gguf"));
                GgufFile ours = quantized(folder.resolve("toy-llama-Q8_0.gguf"), QuantizationType.F32)) {
            float[] expected = theirs.tensor("output.weight").toFloatArray();
            float[] found = ours.tensor("output.weight").toFloatArray();
            double error = 0;
            double size = 0;
            for (int i = 0; i < expected.length; i++) {
                error += Math.pow(expected[i] - found[i], 2);
                size += Math.pow(expected[i], 2);
            }
            assertTrue(error > 0 && error < size * 1e-4, "error %g of %g".formatted(error, size));
        }
    }

    @Test
    void refusesValuesThatCannotBeStoredAndLeavesNoFile() throws IOException {
        for (float evil : new float[] {Float.NaN, Float.NEGATIVE_INFINITY, 1e6f}) {
            Path source = model(evil);
            Path target = dir.resolve("target.gguf");
            GgufException e = assertThrows(
                    GgufException.class,
                    () -> GgufQuantizer.quantize(
                            source,
                            target,
                            GgufQuantizer.Options.of(QuantizationType.Q8_0),
                            QuantizationListener.NONE));
            assertTrue(e.getMessage().contains("tensor 'blk.0.ffn_up.weight': element 70 is " + evil), e.getMessage());
            try (Stream<Path> files = Files.list(dir)) {
                assertEquals(List.of(source), files.toList());
            }
        }
    }

    private Path model(float evil) {
        ByteBuffer data = ByteBuffer.allocate(4 * 128).order(ByteOrder.LITTLE_ENDIAN);
        data.putFloat(4 * 70, evil);
        Path source = dir.resolve("evil.gguf");
        new GgufWriter(source)
                .tensor("blk.0.ffn_up.weight", Format.F32, new long[] {2, 64}, out -> out.write(data.duplicate()))
                .write();
        return source;
    }

    @Test
    void refusesToOverwriteItsSource() {
        Path source = model(0);
        GgufException e = assertThrows(
                GgufException.class,
                () -> GgufQuantizer.quantize(
                        source, source, GgufQuantizer.Options.of(QuantizationType.Q8_0), QuantizationListener.NONE));
        assertTrue(e.getMessage().contains("is the file to read, expected another one to write"));
    }

    @Test
    void interruptEndsItAndLeavesNoFile() throws Exception {
        Path source = dir.resolve("large.gguf");
        byte[] bytes = new byte[4 << 20];
        new SplittableRandom(1).nextBytes(bytes);
        for (int i = 3; i < bytes.length; i += 4) {
            bytes[i] = 0x3d;
        }
        new GgufWriter(source)
                .tensor(
                        "blk.0.ffn_up.weight",
                        Format.F32,
                        new long[] {4096, 256},
                        out -> out.write(ByteBuffer.wrap(bytes)))
                .write();
        Path target = dir.resolve("target.gguf");
        QuantizationListener stopper = new QuantizationListener() {
            @Override
            public void progress(long done, long total) {
                Thread.currentThread().interrupt();
            }
        };
        GgufException e = assertThrows(
                GgufException.class,
                () -> GgufQuantizer.quantize(
                        source, target, GgufQuantizer.Options.of(QuantizationType.Q4_K_M), stopper));
        assertTrue(Thread.interrupted());
        assertTrue(e.getMessage().endsWith("cannot be written: interrupted"), e.getMessage());
        assertFalse(Files.exists(target));
        try (Stream<Path> files = Files.list(dir)) {
            assertEquals(List.of(source), files.toList());
        }
    }

    @Test
    void typesAreFoundByName() {
        assertEquals(Optional.of(QuantizationType.Q4_K_M), QuantizationType.ofName("q4_k_m"));
        assertEquals(Optional.of(QuantizationType.Q4_K_M), QuantizationType.ofName("Q4_K"));
        assertEquals(Optional.empty(), QuantizationType.ofName("Q9_9"));
    }
}
