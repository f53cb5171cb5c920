// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTest {
    private static final String SHAPED = """
            option times = 2.0
            graph shaped(x: f32[T, 96]) -> f32[T, 64] {
              return scale(linear(x, weight("w")), factor = times)
            }
            """;

    private static Context context(Path trace) {
        return context(trace, "auto");
    }

    private static Context context(Path trace, String prepack) {
        return Context.newBuilder("ashlar")
                .allowAllAccess(true)
                .err(OutputStream.nullOutputStream())
                .option("engine.WarnInterpreterOnly", "false")
                .option("ashlar.Numerics", "exact")
                .option("ashlar.Prepack", prepack)
                .option("ashlar.Trace", trace.toString())
                .build();
    }

    /// A `[64, 96]` weight of q8_0: scale 1, quants of one byte.
    private static Map<String, Object> weight() {
        byte[] bytes = new byte[64 * 3 * 34];
        new Random(7).nextBytes(bytes);
        for (int block = 0; block < 192; block++) {
            bytes[block * 34] = 0;
            bytes[block * 34 + 1] = 0x3c;
        }
        return new HashMap<>(Map.of("w", Map.of("data", bytes, "shape", new int[] {64, 96}, "dtype", "q8_0")));
    }

    private static Value shaped(Context context) {
        return context.eval("ashlar", SHAPED).invokeMember("load", weight()).getMember("shaped");
    }

    private static byte[] call(Value graph) {
        float[] x = new float[2 * 96];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i * 37 % 100 - 50) / 16f;
        }
        Value y = graph.execute((Object) x);
        byte[] bytes = new byte[(int) y.getBufferSize()];
        y.readBuffer(0, bytes, 0, bytes.length);
        return bytes;
    }

    private static int count(String part, String text) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    @Test
    void relayoutsHappenOnceInSightAndChangeNoBit(@TempDir Path folder) throws IOException {
        Path trace = folder.resolve("trace.json");
        byte[] prepacked;
        int relayouts;
        try (Context context = context(trace)) {
            Value graph = shaped(context);
            relayouts = count("relayout(", graph.getMember("text").asString());
            prepacked = call(graph);
            assertArrayEquals(prepacked, call(graph.invokeMember("fork")));
        }
        assertEquals(relayouts, count("\"cat\":\"adapter\"", Files.readString(trace)));
        try (Context context = context(trace, "off")) {
            Value graph = shaped(context);
            assertEquals(0, count("relayout(", graph.getMember("text").asString()));
            assertArrayEquals(prepacked, call(graph));
        }
        assertEquals(0, count("\"cat\":\"adapter\"", Files.readString(trace)));
    }

    @Test
    void optionsOfTheScriptCanBeOverridden(@TempDir Path folder) {
        try (Context context = context(folder.resolve("trace.json"))) {
            Value module = context.eval("ashlar", SHAPED);
            float[] x = new float[96];
            x[0] = 1;
            Value two =
                    module.invokeMember("load", weight()).getMember("shaped").execute((Object) x);
            Value three = module.invokeMember("load", weight(), Map.of("times", 3.0))
                    .getMember("shaped")
                    .execute((Object) x);
            float one = two.getArrayElement(0).getArrayElement(0).asFloat() / 2;
            assertEquals(one * 3, three.getArrayElement(0).getArrayElement(0).asFloat());
            PolyglotException thrown = assertThrows(
                    PolyglotException.class, () -> module.invokeMember("load", weight(), Map.of("time", 3.0)));
            assertEquals("load: found an option 'time', expected one of [times]", thrown.getMessage());
        }
    }

    @Test
    void errorsOfALoadNameTheWeightAndItsLine(@TempDir Path folder) {
        try (Context context = context(folder.resolve("trace.json"))) {
            Value module = context.eval("ashlar", SHAPED);
            PolyglotException thrown = assertThrows(
                    PolyglotException.class, () -> module.invokeMember("load", Map.of("v", new float[64][96])));
            assertTrue(thrown.isGuestException(), thrown::toString);
            assertEquals(3, thrown.getSourceLocation().getStartLine());
            assertTrue(thrown.getMessage().contains("'w'"), thrown::getMessage);
            PolyglotException narrow = assertThrows(
                    PolyglotException.class, () -> module.invokeMember("load", Map.of("w", new float[64][64])));
            assertEquals(3, narrow.getSourceLocation().getStartLine());
        }
    }

    @Test
    void filesAreReadOnlyWhereTheContextAllowsIt() {
        try (Context context = Context.newBuilder("ashlar")
                .allowIO(IOAccess.NONE)
                .err(OutputStream.nullOutputStream())
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            Value module = context.eval("ashlar", SHAPED);
            PolyglotException thrown =
                    assertThrows(PolyglotException.class, () -> module.invokeMember("load", "/etc/hostname"));
            assertTrue(thrown.isGuestException(), thrown::toString);
            assertTrue(thrown.getMessage().startsWith("load: cannot read '/etc/hostname'"), thrown::getMessage);
        }
    }

    @Test
    void aMissingOrBrokenFileIsAGuestError(@TempDir Path folder) throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.gguf"), "GGUF?");
        try (Context context = context(folder.resolve("trace.json"))) {
            Value module = context.eval("ashlar", SHAPED);
            for (String name : new String[] {folder.resolve("none.gguf").toString(), broken.toString()}) {
                PolyglotException thrown =
                        assertThrows(PolyglotException.class, () -> module.invokeMember("load", name));
                assertTrue(thrown.isGuestException(), thrown::toString);
                assertTrue(thrown.getMessage().contains(".gguf"), thrown::getMessage);
            }
        }
    }
}
