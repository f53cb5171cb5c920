// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.Value;

/// Loads a deep graph over a large weight, waits until its kernels are compiled, and only then calls it. Prints what
/// the compiler logs until then, the line `first call`, whether the result is right, and how many threads are left.
final class RehearsalMain {
    private static final int SIZE = 4096;
    private static final int LAYERS = 60;
    private static final long DEADLINE_NANOS = 60_000_000_000L;
    private static final String SCRIPT = """
            graph deep(x: f32[T, 4096]) -> f32[T, 4096] {
              w = weight("w")
              for i in 0..60 {
                x = relu(linear(x, w))
              }
              return x
            }
            """;

    private RehearsalMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (Context context = Context.newBuilder("ashlar")
                .allowHostAccess(HostAccess.ALL)
                .allowExperimentalOptions(true)
                .logHandler(log)
                .option("engine.TraceCompilation", "true")
                .option("engine.CompilationFailureAction", "Throw")
                .build()) {
            Value graph = context.eval("ashlar", SCRIPT)
                    .invokeMember("load", Map.of("w", shift()))
                    .getMember("deep");
            long start = System.nanoTime();
            while (!isCompiled(log) && System.nanoTime() - start < DEADLINE_NANOS) {
                Thread.sleep(20);
            }
            System.out.print(log.toString(StandardCharsets.UTF_8));
            System.out.println("first call");
            System.out.println("right: " + isShifted(graph));
        }
        long left = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ashlar"))
                .count();
        System.out.println("threads left: " + left);
    }

    private static boolean isCompiled(ByteArrayOutputStream log) {
        String text = log.toString(StandardCharsets.UTF_8);
        return text.lines().anyMatch(line -> line.matches(".*opt done .*linear.*Tier 2.*"))
                && text.lines().anyMatch(line -> line.matches(".*opt done .*relu.*Tier 2.*"));
    }

    /// Row `i` takes element `i + 1`.
    private static float[][] shift() {
        float[][] weight = new float[SIZE][SIZE];
        for (int row = 0; row < SIZE; row++) {
            weight[row][(row + 1) % SIZE] = 1;
        }
        return weight;
    }

    private static boolean isShifted(Value graph) {
        float[][] input = new float[3][SIZE];
        for (int i = 0; i < 3 * SIZE; i++) {
            input[i / SIZE][i % SIZE] = i;
        }
        Value result = graph.execute((Object) input);
        for (int i = 0; i < 3 * SIZE; i++) {
            float expected = input[i / SIZE][(i % SIZE + LAYERS) % SIZE];
            if (result.getArrayElement(i / SIZE).getArrayElement(i % SIZE).asFloat() != expected) {
                return false;
            }
        }
        return true;
    }
}
