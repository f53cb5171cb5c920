// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterruptTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anInterruptedThreadEndsTheCallAndMayCallAgain(int threads) {
        StringBuilder script = new StringBuilder("graph scaled(x: f32[1000000]) -> f32[1000000] {\n");
        String last = "x";
        for (int step = 0; step < 60; step++) {
            String next = "t" + step;
            script.append(
                    "  %s: f32[1000000] = scale(%s) {factor = 2.0, kernel = \"scale.scalar\"}\n".formatted(next, last));
            last = next;
        }
        script.append("  return ").append(last).append("\n}\n");
        try (Context context = Context.newBuilder("ashlar")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("ashlar.Threads", Integer.toString(threads))
                .build()) {
            Value graph = context.eval("ashlar", script).getMember("scaled");
            Object input = new float[1_000_000];
            Thread.currentThread().interrupt();
            PolyglotException thrown = assertThrows(PolyglotException.class, () -> graph.execute(input));
            assertTrue(thrown.isInterrupted(), thrown::toString);
            assertTrue(Thread.interrupted());
            assertEquals(1_000_000, graph.execute(input).getArraySize());
        }
    }
}
