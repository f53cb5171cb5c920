// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.Value;

/// Calls a graph until all its parts are compiled by the last tier, then many times more; prints what the
/// compiler logs, with the line `steady` in between, and how much a call then allocates.
final class CompiledMain {
    private static final long DEADLINE_NANOS = 120_000_000_000L;
    private static final int ROOTS = 4;
    private static final int STEADY_CALLS = 5_000;
    private static final int ROUNDS = 10;
    private static final Pattern DONE = Pattern.compile("opt done .* (mlp|linear\\S+|relu\\S+)[ (].*Tier 2");

    private CompiledMain() {}

    public static void main(String[] arguments) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (Context context = Context.newBuilder("ashlar")
                .allowHostAccess(HostAccess.ALL)
                .allowExperimentalOptions(true)
                .logHandler(tee(log, System.out))
                .option("engine.TraceCompilation", "true")
                .option("engine.CompilationFailureAction", "Throw")
                .option("ashlar.Threads", arguments[0])
                .build()) {
            Value graph = context.eval("ashlar", Scripts.MLP)
                    .invokeMember("load", Map.of("w1", weight(128, 64), "w2", weight(10, 128)))
                    .getMember("mlp");
            float[] input = weight(1, 64)[0];
            long start = System.nanoTime();
            while (compiledRoots(log) < ROOTS && System.nanoTime() - start < DEADLINE_NANOS) {
                call(graph, input, 1_000);
            }
            call(graph, input, 1_000);
            System.out.println("steady");
            System.out.println("bytes per call: " + bytesPerCall(STEADY_CALLS / ROUNDS, () -> call(graph, input, 1)));
        }
    }

    /// Returns what a call allocates on the heap: the median of some rounds, since one in which a kernel is
    /// compiled anew allocates more.
    static long bytesPerCall(int calls, Runnable call) {
        long[] rounds = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long before = allocatedBytes();
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            rounds[round] = (allocatedBytes() - before) / calls;
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private static void call(Value graph, float[] input, int times) {
        for (int i = 0; i < times; i++) {
            graph.execute((Object) input);
        }
    }

    private static long compiledRoots(ByteArrayOutputStream log) {
        return log.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> DONE.matcher(line).find())
                .count();
    }

    static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    static float[][] weight(int rows, int columns) {
        float[][] weight = new float[rows][columns];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                weight[row][column] = ((row * 31 + column * 17) % 64 - 32) / 64f;
            }
        }
        return weight;
    }

    private static OutputStream tee(OutputStream first, PrintStream second) {
        return new OutputStream() {
            @Override
            public synchronized void write(int value) throws java.io.IOException {
                first.write(value);
                second.write(value);
            }

            @Override
            public synchronized void write(byte[] bytes, int offset, int length) throws java.io.IOException {
                first.write(Arrays.copyOfRange(bytes, offset, offset + length));
                second.write(bytes, offset, length);
            }
        };
    }
}
