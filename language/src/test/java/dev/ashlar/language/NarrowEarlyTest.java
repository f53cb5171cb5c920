// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;

/// The rows that are computed because only they are read have the bits that they have among all rows.
class NarrowEarlyTest {
    private static final int ROWS = 5;
    private static final int WIDTH = 96;

    private static final String SCRIPT = """
            fn network(x) {
              h = layer_norm(x, weight("norm"), weight("norm"))
              return softmax(x + linear(gelu(linear(h, weight("up"))) * linear(h, weight("gate")), weight("down")))
            }
            graph all(x: f32[T, 96]) -> f32[T, 96] { return network(x) }
            graph last(x: f32[T, 96]) -> f32[1, 96] { return narrow(network(x), axis = 0, from = -1, size = 1) }
            graph two(x: f32[T, 96]) -> f32[2, 96] { return narrow(network(x), axis = 0, from = 1, size = 2) }
            """;

    private static Map<String, Object> weight(Random random, int out, int in) {
        byte[] bytes = new byte[out * in / 32 * 34];
        random.nextBytes(bytes);
        for (int block = 0; block < bytes.length; block += 34) {
            bytes[block] = 0;
            bytes[block + 1] = 0x1c;
        }
        return Map.of("data", bytes, "shape", new int[] {out, in}, "dtype", "q8_0");
    }

    private static byte[] call(Value graph, float[] x) {
        Value y = graph.execute((Object) x);
        byte[] bytes = new byte[(int) y.getBufferSize()];
        y.readBuffer(0, bytes, 0, bytes.length);
        return bytes;
    }

    @Test
    void aRowAloneHasTheBitsOfTheRowAmongOthers() {
        Random random = new Random(11);
        float[] norm = new float[WIDTH];
        float[] x = new float[ROWS * WIDTH];
        for (int i = 0; i < x.length; i++) {
            norm[i % WIDTH] = random.nextFloat();
            x[i] = (float) random.nextGaussian();
        }
        Map<String, Object> weights = Map.of(
                "norm", norm,
                "up", weight(random, 128, WIDTH),
                "gate", weight(random, 128, WIDTH),
                "down", weight(random, WIDTH, 128));
        for (String numerics : new String[] {"q8", "exact"}) {
            try (Context context = Context.newBuilder("ashlar")
                    .allowAllAccess(true)
                    .err(OutputStream.nullOutputStream())
                    .option("engine.WarnInterpreterOnly", "false")
                    .option("ashlar.Numerics", numerics)
                    .build()) {
                Value module = context.eval("ashlar", SCRIPT).invokeMember("load", weights);
                String text = module.getMember("last").getMember("text").asString();
                assertTrue(text.contains("f32[1, 128] = gelu("), text);
                byte[] all = call(module.getMember("all"), x);
                int row = 4 * WIDTH;
                assertArrayEquals(
                        Arrays.copyOfRange(all, (ROWS - 1) * row, ROWS * row), call(module.getMember("last"), x));
                assertArrayEquals(Arrays.copyOfRange(all, row, 3 * row), call(module.getMember("two"), x));
            }
        }
    }
}
