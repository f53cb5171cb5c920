// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.tests.launcher.Ashlar;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.Test;

final class ExamplesTest {
    private static final Path EXAMPLES = Ashlar.ROOT.resolve("examples");

    @Test
    void theMlpComputesExclusiveOr() {
        String out = Ashlar.run(
                        "run",
                        "examples/mlp.ashlar",
                        "--weights",
                        "examples/mlp.json",
                        "--input",
                        "x=[[0, 0], [0, 1], [1, 0], [1, 1]]",
                        "--output",
                        "json")
                .succeeds();
        assertEquals("[[0.0],[1.0],[1.0],[0.0]]", out.strip());
    }

    @Test
    void attentionWithACacheEqualsAttentionOverTheWholeText() throws IOException {
        try (Context context = Context.newBuilder("ashlar").allowAllAccess(true).build()) {
            Value module = context.eval(source("ashlar", "attention.ashlar"));
            float[][] q = random(1, 5, 32);
            float[][] k = random(2, 5, 16);
            float[][] v = random(3, 5, 16);
            float[][] whole = floats(module.getMember("whole").execute(q, k, v, 0));
            Value next = module.getMember("next");
            for (int at = 0; at < q.length; at++) {
                float[][] row = floats(next.execute(rows(q, at), rows(k, at), rows(v, at), at));
                assertArrayEquals(whole[at], row[0], 1e-6f);
            }
        }
    }

    @Test
    void javaScriptCallsAGraph() throws IOException {
        String out = run("js", "embed.js");
        assertTrue(out.contains("exclusive or: 0 1 1 0"), out);
        assertTrue(out.contains("parameter 'x'"), out);
    }

    @Test
    void pythonCallsAGraph() throws IOException {
        String out = run("python", "embed.py");
        assertTrue(out.contains("exclusive or: 0.0 1.0 1.0 0.0"), out);
        assertTrue(out.contains("shape: [4, 1]"), out);
        assertTrue(out.contains("parameter 'x'"), out);
    }

    @Test
    void javaCallsAGraph() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path flags = Files.createTempFile("ashlar", ".args");
        try {
            Files.writeString(flags, Ashlar.run("jvm-args").succeeds());
            ProcessBuilder builder = new ProcessBuilder(java.toString(), "@" + flags, "examples/Embed.java");
            Ashlar run = Ashlar.run(builder.directory(Ashlar.ROOT.toFile()));
            assertEquals("0.0 1.0 1.0 0.0", run.out().strip().replaceAll("\\s+", " "), run.err());
        } finally {
            Files.delete(flags);
        }
    }

    private static String run(String language, String file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Context context = Context.newBuilder(language, "ashlar")
                .allowPolyglotAccess(PolyglotAccess.ALL)
                .allowIO(IOAccess.ALL)
                .currentWorkingDirectory(Ashlar.ROOT)
                .option("engine.WarnInterpreterOnly", "false")
                .out(out)
                .build()) {
            context.eval(source(language, file));
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Source source(String language, String file) throws IOException {
        return Source.newBuilder(language, new File(EXAMPLES.toFile(), file)).build();
    }

    private static float[][] random(long seed, int rows, int columns) {
        Random random = new Random(seed);
        float[][] values = new float[rows][columns];
        for (float[] row : values) {
            for (int i = 0; i < columns; i++) {
                row[i] = 2 * random.nextFloat() - 1;
            }
        }
        return values;
    }

    private static float[][] rows(float[][] values, int row) {
        return new float[][] {values[row]};
    }

    private static float[][] floats(Value tensor) {
        float[][] values = new float[(int) tensor.getArraySize()][];
        for (int row = 0; row < values.length; row++) {
            values[row] = tensor.getArrayElement(row).as(float[].class);
        }
        return values;
    }
}
