// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedWeightsTest {
    private static final String SCRIPT = """
            graph g(x: f32[T, 96]) -> f32[T, 200] {
              return linear(x, weight("w"))
            }
            """;

    @TempDir
    private Path folder;

    private Path model;

    @BeforeEach
    void writeModel() throws IOException {
        model = folder.resolve("model.gguf");
        byte[] bytes = new byte[200 * 3 * 34];
        new Random(11).nextBytes(bytes);
        for (int block = 0; block < 600; block++) {
            bytes[block * 34] = 0;
            bytes[block * 34 + 1] = 0x3c;
        }
        new GgufWriter(model)
                .tensor("w", Format.Q8_0, new long[] {200, 96}, out -> out.write(ByteBuffer.wrap(bytes)))
                .write();
    }

    private Context context(Engine engine, String name) {
        return builder(engine, name).build();
    }

    private Context.Builder builder(Engine engine, String name) {
        return Context.newBuilder("ashlar")
                .engine(engine)
                .allowAllAccess(true)
                .err(OutputStream.nullOutputStream())
                .option("ashlar.Trace", folder.resolve(name).toString());
    }

    private Value graph(Context context) {
        return context.eval("ashlar", SCRIPT)
                .invokeMember("load", model.toString())
                .getMember("g");
    }

    private static float[] call(Value graph) {
        float[] x = new float[96];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i * 37 % 100 - 50) / 16f;
        }
        return graph.execute((Object) x).getArrayElement(0).as(float[].class);
    }

    private int relayouts(String name) throws IOException {
        return Files.readString(folder.resolve(name)).split(Pattern.quote("\"cat\":\"adapter\""), -1).length - 1;
    }

    @Test
    void contextsOfAnEngineShareTheCopiesUntilTheLastCloses() throws IOException {
        try (Engine engine = engine()) {
            Context first = context(engine, "first");
            Context second = context(engine, "second");
            float[] expected = call(graph(first));
            Value graph = graph(second);
            first.close();
            assertArrayEquals(expected, call(graph));
            second.close();
            assertEquals(1, relayouts("first"));
            assertEquals(0, relayouts("second"));
            try (Context third = context(engine, "third")) {
                assertArrayEquals(expected, call(graph(third)));
            }
            assertEquals(1, relayouts("third"));
        }
    }

    @Test
    void aFileThatWasReplacedIsNotTakenForTheOldOne() throws IOException {
        try (Engine engine = engine();
                Context first = context(engine, "first")) {
            call(graph(first));
            Path changed = folder.resolve("changed");
            Files.copy(model, changed);
            Files.setLastModifiedTime(changed, FileTime.fromMillis(1_000_000));
            Files.move(changed, model, StandardCopyOption.REPLACE_EXISTING);
            try (Context second = context(engine, "second")) {
                call(graph(second));
            }
            assertEquals(1, relayouts("second"));
        }
    }

    @Test
    void aFunctionIsToldHowFarTheLoadIs() {
        List<Long> told = new ArrayList<>();
        ProxyExecutable progress = arguments -> {
            told.add(arguments[0].asLong());
            assertEquals(200 * 3 * 34, arguments[1].asLong());
            return true;
        };
        try (Engine engine = engine();
                Context context = context(engine, "trace")) {
            Value module = context.eval("ashlar", SCRIPT);
            module.invokeMember("load", model.toString(), Map.of(), progress);
            assertTrue(!told.isEmpty() && told.getLast() == 200 * 3 * 34, told::toString);
            PolyglotException thrown = assertThrows(
                    PolyglotException.class, () -> module.invokeMember("load", model.toString(), Map.of(), 5));
            assertEquals("load: found 5, expected a function of two numbers", thrown.getMessage());
        }
    }

    /// Calls the graph in an engine of its own; returns what it computes, followed by what it says.
    private String cached(String name) throws IOException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String result;
        try (Engine engine = engine();
                Context context = builder(engine, name)
                        .err(err)
                        .option("ashlar.PrepackCache", folder.resolve("cache").toString())
                        .build()) {
            result = Arrays.toString(call(graph(context)));
        }
        String said = err.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("prepack"))
                .collect(Collectors.joining("|"));
        return result + said;
    }

    @Test
    void theNextStartMapsWhatTheFirstRelaidOut() throws IOException {
        String expected = cached("first");
        assertEquals(expected, cached("second"));
        assertEquals(1, relayouts("first"));
        assertEquals(0, relayouts("second"));
    }

    @Test
    void aDamagedEntryIsSaidOnceAndReplaced() throws IOException {
        String expected = cached("first");
        Path entry;
        try (Stream<Path> entries = Files.list(folder.resolve("cache"))) {
            entry = entries.findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(entry);
        bytes[bytes.length - 5] ^= 4;
        Files.write(entry, bytes);
        String second = cached("second");
        assertTrue(second.startsWith(expected) && second.contains("its checksum is wrong"), second);
        assertEquals(1, relayouts("second"));
        assertEquals(expected, cached("third"));
        assertEquals(0, relayouts("third"));
    }

    private static Engine engine() {
        return Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build();
    }
}
