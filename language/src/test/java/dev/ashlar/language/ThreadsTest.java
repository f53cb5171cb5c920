// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadsTest {
    private static final int OUT = 333;
    private static final int IN = 257;
    private static final int TOKENS = 7;

    private static final String LAYER = """
            graph layer(x: f32[T, 257]) -> f32[T, 333] {
              load {
                w: f32[333, 257] = weight("w")
              }
              a: f32[T, 333] = linear(x, w) {kernel = "linear.f32.contiguous.scalar"}
              b: f32[T, 333] = silu(a) {kernel = "silu.scalar"}
              c: f32[T, 333] = softmax(b) {kernel = "softmax.scalar"}
              return c
            }
            """;

    private static final String ROWS = """
            graph rows(ids: i32[T]) -> f32[T, 64] {
              load {
                table: f32[100, 64] = weight("table")
              }
              y: f32[T, 64] = embed(table, ids) {kernel = "embed.f32.contiguous.scalar"}
              return y
            }
            """;

    private static Context context(int threads) {
        return Context.newBuilder("ashlar")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("ashlar.Threads", Integer.toString(threads))
                .build();
    }

    private static float[][] random(int rows, int columns) {
        Random random = new Random(rows * 31L + columns);
        float[][] values = new float[rows][columns];
        for (float[] row : values) {
            for (int i = 0; i < columns; i++) {
                row[i] = random.nextFloat() - 0.5f;
            }
        }
        return values;
    }

    private static byte[] bytes(Value tensor) {
        byte[] bytes = new byte[(int) tensor.getBufferSize()];
        tensor.readBuffer(0, bytes, 0, bytes.length);
        return bytes;
    }

    private static byte[] layer(int threads) {
        try (Context context = context(threads)) {
            Value graph = context.eval("ashlar", LAYER)
                    .invokeMember("load", Map.of("w", random(OUT, IN)))
                    .getMember("layer");
            float[][] x = random(TOKENS, IN);
            byte[] first = bytes(graph.execute((Object) x));
            for (int i = 0; i < 50; i++) {
                assertArrayEquals(first, bytes(graph.execute((Object) x)));
            }
            return first;
        }
    }

    @Test
    void anyNumberOfThreadsGivesTheSameBits() {
        byte[] one = layer(1);
        assertEquals(TOKENS * OUT * Float.BYTES, one.length);
        assertArrayEquals(one, layer(2));
        assertArrayEquals(one, layer(3));
        assertArrayEquals(one, layer(8));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aFailureInAnyPartReachesTheCaller(int threads) {
        try (Context context = context(threads)) {
            Value graph = context.eval("ashlar", ROWS)
                    .invokeMember("load", Map.of("table", random(100, 64)))
                    .getMember("rows");
            int[] ids = new int[50_000];
            ids[49_999] = 100;
            PolyglotException thrown = assertThrows(PolyglotException.class, () -> graph.execute(ids));
            assertTrue(thrown.isGuestException(), thrown::toString);
            assertTrue(thrown.getMessage().startsWith("'y' (embed.f32.contiguous.scalar): "), thrown::getMessage);
            assertTrue(thrown.getMessage().contains("100"), thrown::getMessage);
            assertEquals(5, thrown.getSourceLocation().getStartLine());
            ids[49_999] = 99;
            assertEquals(50_000, graph.execute(ids).getArraySize());
        }
    }
}
