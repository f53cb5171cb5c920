// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextTest {
    private static final int CONTEXTS = 200;
    private static final long KILOBYTES_PER_LEAK = 8_000;

    private static final String COUNTER = """
            graph counter(x: f32[2000000]) -> f32[2000000] {
              y: f32[2000000] = scale(x) {factor = 2.0, kernel = "scale.scalar"}
              return y
            }
            """;

    private static Context.Builder builder() {
        return Context.newBuilder("ashlar").allowAllAccess(true).option("ashlar.Threads", "2");
    }

    private static Engine engine() {
        return Engine.newBuilder("ashlar")
                .option("engine.WarnInterpreterOnly", "false")
                .err(java.io.OutputStream.nullOutputStream())
                .build();
    }

    private static long residentKilobytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        Assumptions.assumeTrue(Files.exists(status), "no /proc");
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    @Test
    void contextsLeaveNothingBehind() throws IOException {
        float[] input = new float[2_000_000];
        try (Engine engine = engine()) {
            long before = 0;
            for (int i = 0; i < CONTEXTS; i++) {
                try (Context context = builder().engine(engine).build()) {
                    Value graph = context.eval("ashlar", COUNTER).getMember("counter");
                    graph.invokeMember("view", (Object) input);
                }
                if (i == CONTEXTS / 10) {
                    before = residentKilobytes();
                }
            }
            long grown = residentKilobytes() - before;
            assertTrue(grown < CONTEXTS / 4 * KILOBYTES_PER_LEAK, grown + " kB more");
        }
        assertEquals(
                0,
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("ashlar-worker"))
                        .count());
    }

    @Test
    void memoryOfForksThatNobodyHoldsIsFreed() throws IOException {
        int forks = 150;
        float[] input = new float[2_000_000];
        try (Engine engine = engine();
                Context context = builder().engine(engine).build()) {
            Value graph = context.eval("ashlar", COUNTER).getMember("counter");
            graph.invokeMember("view", (Object) input);
            long before = residentKilobytes();
            for (int i = 0; i < forks; i++) {
                graph.invokeMember("fork").invokeMember("view", (Object) input);
                if (i % 10 == 0) {
                    System.gc();
                }
            }
            long grown = residentKilobytes() - before;
            assertTrue(grown < forks / 3 * KILOBYTES_PER_LEAK * 2, grown + " kB more");
        }
    }

    @Test
    void aTraceThatCannotBeWrittenIsAGuestError(@TempDir Path folder) {
        try (Engine engine = engine();
                Context context = builder()
                        .engine(engine)
                        .option(
                                "ashlar.Trace",
                                folder.resolve("none").resolve("trace.json").toString())
                        .build()) {
            PolyglotException thrown = assertThrows(PolyglotException.class, () -> context.eval("ashlar", COUNTER));
            assertTrue(thrown.isGuestException(), thrown::toString);
            assertTrue(thrown.getMessage().startsWith("option ashlar.Trace: cannot write '"), thrown::getMessage);
        }
    }

    @Test
    void whatIsTooLargeForKernelsIsRefused() {
        String wide = "graph wide(x: f32[T, 1]) -> f32[T, 100000] {\n  w: f32[100000, 1] = weight(\"w\")\n"
                + "  return linear(x, w)\n}\n";
        try (Engine engine = engine();
                Context context = builder().engine(engine).build()) {
            Value graph = context.eval("ashlar", wide)
                    .invokeMember("load", java.util.Map.of("w", new float[100_000][1]))
                    .getMember("wide");
            for (int again = 0; again < 2; again++) {
                PolyglotException thrown =
                        assertThrows(PolyglotException.class, () -> graph.execute((Object) new float[30_000]));
                assertTrue(thrown.isGuestException(), thrown::toString);
                assertTrue(
                        thrown.getMessage().endsWith("has shape [30000, 100000], expected at most 2147483647 elements"),
                        thrown::getMessage);
            }
            assertEquals(2, graph.execute((Object) new float[2]).getArraySize());
        }
    }

    @Test
    void cancellingEndsARunningCall() throws InterruptedException {
        Context context = builder()
                .option("engine.WarnInterpreterOnly", "false")
                .err(java.io.OutputStream.nullOutputStream())
                .build();
        Value graph = context.eval("ashlar", COUNTER).getMember("counter");
        CountDownLatch running = new CountDownLatch(1);
        AtomicReference<PolyglotException> thrown = new AtomicReference<>();
        float[] input = new float[2_000_000];
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    graph.invokeMember("view", (Object) input);
                    running.countDown();
                }
            } catch (PolyglotException e) {
                thrown.set(e);
            }
        });
        thread.start();
        running.await();
        context.close(true);
        thread.join(Duration.ofSeconds(20));
        assertTrue(thrown.get().isCancelled(), () -> thrown.get().toString());
    }

    @Test
    void forksHaveStatesOfTheirOwn() {
        try (Context context = builder()
                .option("engine.WarnInterpreterOnly", "false")
                .err(java.io.OutputStream.nullOutputStream())
                .build()) {
            Value graph = context.eval("ashlar", COUNTER).getMember("counter");
            Value fork = graph.invokeMember("fork");
            float[] ones = new float[2_000_000];
            java.util.Arrays.fill(ones, 1);
            Value view = graph.invokeMember("view", (Object) ones);
            fork.execute((Object) new float[2_000_000]);
            assertEquals(2f, view.getArrayElement(1_999_999).asFloat());
            assertEquals(
                    "graph counter(x: f32[2000000]) -> f32[2000000]",
                    fork.getMember("signature").asString());
        }
    }

    @Test
    void writesATrace(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("trace.json");
        try (Context context = builder()
                .option("engine.WarnInterpreterOnly", "false")
                .option("ashlar.Trace", file.toString())
                .err(java.io.OutputStream.nullOutputStream())
                .build()) {
            context.eval("ashlar", COUNTER).getMember("counter").execute((Object) new float[2_000_000]);
        }
        String json = Files.readString(file);
        assertTrue(json.startsWith("{\"displayTimeUnit\":\"ns\",\"traceEvents\":["), json);
        assertTrue(
                json.contains("\"name\":\"y\",\"cat\":\"kernel\",\"args\":{\"kernel\":\"scale.scalar\",\"threads\":2}"),
                json);
        assertTrue(
                json.contains(
                        "\"name\":\"choose y\",\"cat\":\"choice\",\"args\":{\"kernel\":\"scale.scalar\",\"rejected\":"),
                json);
        assertTrue(json.endsWith("]}\n"), json);
    }

    @Test
    void refusesBadOptions() {
        for (String[] option :
                new String[][] {{"Threads", "-1"}, {"Numerics", "fast"}, {"Prepack", "on"}, {"Calls", "0"}}) {
            IllegalArgumentException thrown = assertThrows(
                    IllegalArgumentException.class,
                    () -> Context.newBuilder("ashlar")
                            .option("ashlar." + option[0], option[1])
                            .build());
            assertTrue(thrown.getMessage().contains("found '" + option[1] + "', expected"), thrown::getMessage);
        }
    }

    @Test
    void documentsItsOptions() {
        try (Engine engine = engine()) {
            String[] names = {"Calls", "Numerics", "Prepack", "PrepackCache", "Strict", "Threads", "Trace"};
            String[] found = java.util.stream.StreamSupport.stream(
                            engine.getLanguages().get("ashlar").getOptions().spliterator(), false)
                    .filter(option -> !option.getHelp().isEmpty())
                    .map(option -> option.getName().replace("ashlar.", ""))
                    .sorted()
                    .toArray(String[]::new);
            assertArrayEquals(names, found);
        }
    }
}
