// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GraphCallTest {
    private static final String DOUBLE = """
            graph double(x: f32[T, 3]) -> f32[T, 3] {
              y: f32[T, 3] = scale(x) {factor = 2.0, kernel = "scale.scalar"}
              return y
            }
            """;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Context context;

    @BeforeEach
    void open() {
        context = Context.newBuilder("ashlar")
                .allowHostAccess(HostAccess.ALL)
                .err(err)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }

    @AfterEach
    void close() {
        context.close();
    }

    private static float[] floats(Value tensor) {
        float[] values = new float[(int) tensor.getBufferSize() / Float.BYTES];
        for (int i = 0; i < values.length; i++) {
            values[i] = tensor.readBufferFloat(ByteOrder.LITTLE_ENDIAN, (long) i * Float.BYTES);
        }
        return values;
    }

    @Test
    void takesNestedArrays() {
        Value graph = context.eval("ashlar", DOUBLE).getMember("double");
        assertArrayEquals(new float[] {2, 4, 6, 8, 10, 12}, floats(graph.execute((Object)
                new double[][] {{1, 2, 3}, {4, 5, 6}})));
        assertArrayEquals(new float[] {2, 4, 6, 8, 10, 12}, floats(graph.execute((Object)
                new byte[][] {{1, 2, 3}, {4, 5, 6}})));
        Value result = graph.execute((Object) new float[][] {{1, 2, 3}, {4, 5, 6}});
        assertArrayEquals(new float[] {2, 4, 6, 8, 10, 12}, floats(result));
        assertEquals(2, result.getArraySize());
        assertEquals(10f, result.getArrayElement(1).getArrayElement(1).asFloat());
        assertEquals("f32[2, 3] [[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]]", result.toString());
        assertEquals("f32", result.getMember("dtype").asString());
        assertEquals("contiguous", result.getMember("order").asString());
        assertEquals(List.of(2, 3), result.getMember("shape").as(List.class));
    }

    @Test
    void takesFlatArraysAndBuffers() {
        Value graph = context.eval("ashlar", DOUBLE).getMember("double");
        float[] expected = {2, 4, 6};
        assertArrayEquals(expected, floats(graph.execute((Object) new float[] {1, 2, 3})));
        assertArrayEquals(expected, floats(graph.execute((Object) new int[] {1, 2, 3})));
        ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(new float[] {1, 2, 3});
        assertArrayEquals(expected, floats(graph.execute(bytes)));
        assertArrayEquals(expected, floats(graph.execute((Object) bytes.array())));
        assertArrayEquals(expected, floats(graph.execute(List.of(List.of(1, 2.0, 3f)))));
        assertArrayEquals(new float[] {4, 8, 12}, floats(graph.execute(graph.execute(bytes))));
        assertArrayEquals(expected, floats(graph.execute(Map.of("x", new float[] {1, 2, 3}))));
    }

    @Test
    void refusesWhatDoesNotFit() {
        Value graph = context.eval("ashlar", DOUBLE).getMember("double");
        assertEquals(
                "parameter 'x': found a buffer of 4 elements, expected a multiple of 3 for f32[T, 3]",
                failure(() -> graph.execute((Object) new float[4])).getMessage());
        assertEquals(
                "parameter 'x': found shape [2, 4], expected f32[T, 3]",
                failure(() -> graph.execute((Object) new float[2][4])).getMessage());
        assertEquals(
                "double: found 2 arguments, expected 1",
                failure(() -> graph.execute(1, 2)).getMessage());
        assertEquals(
                "parameter 'x': an array on axis 1 has 2 elements, expected 3 as the first one has",
                failure(() -> graph.execute(List.of(List.of(1, 2, 3), List.of(1, 2))))
                        .getMessage());
        assertEquals(
                "double: found an input 'y', expected the parameters [x]",
                failure(() -> graph.execute(Map.of("y", 1))).getMessage());
    }

    private static PolyglotException failure(org.junit.jupiter.api.function.Executable action) {
        PolyglotException thrown = assertThrows(PolyglotException.class, action);
        assertTrue(thrown.isGuestException(), thrown::toString);
        return thrown;
    }

    @Test
    void viewsExpire() {
        Value graph = context.eval("ashlar", DOUBLE).getMember("double");
        Value view = graph.invokeMember("view", (Object) new float[] {1, 2, 3});
        assertArrayEquals(new float[] {2, 4, 6}, floats(view));
        graph.execute((Object) new float[] {1, 2, 3});
        assertTrue(failure(() -> floats(view)).getMessage().startsWith("this tensor is a view"));
    }

    @Test
    void warnsOnceWithoutCompiler() {
        context.eval("ashlar", DOUBLE);
        context.eval("ashlar", DOUBLE);
        String text = err.toString(StandardCharsets.UTF_8);
        assertEquals(1, text.lines().count(), text);
        assertTrue(text.startsWith("ashlar: no Graal compiler in this JVM"), text);
    }

    @Test
    void syntaxErrorsHaveALine() {
        PolyglotException thrown =
                failure(() -> context.eval("ashlar", "graph g(x: f32[2]) -> f32[2] {\n  return )\n}"));
        assertTrue(thrown.isSyntaxError());
        assertEquals(2, thrown.getSourceLocation().getStartLine());
        assertEquals(10, thrown.getSourceLocation().getStartColumn());
    }
}
