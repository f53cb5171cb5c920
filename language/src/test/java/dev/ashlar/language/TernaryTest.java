// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufWriter;
import dev.ashlar.runtime.packed.TernaryCodec;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ternary weights of a file, multiplied as BitNet b1.58 does.
class TernaryTest {
    private static final int OUT = 5;
    private static final int IN = 768;
    private static final float SCALE = 0.75f;
    private static final String SCRIPT = """
            graph forward(x: f32[T, 768]) -> (f32[T, 5], f32[T, 5]) {
              return bitnet_gemv(x, weight("%s")), bitnet_gemv(x, weight("tq1_0"))
            }
            """;

    private static byte[] digits() {
        Random random = new Random(3);
        byte[] digits = new byte[OUT * IN];
        for (int i = 0; i < digits.length; i++) {
            digits[i] = (byte) random.nextInt(-1, 2);
        }
        return digits;
    }

    private static Path model(Path folder) {
        Path path = folder.resolve("ternary.gguf");
        GgufWriter writer = new GgufWriter(path);
        for (Format format : new Format[] {Format.TQ1_0, Format.TQ2_0}) {
            byte[] bytes = TernaryCodec.encode(digits(), SCALE, format);
            writer.tensor(format.spelling(), format, new long[] {OUT, IN}, out -> out.write(ByteBuffer.wrap(bytes)));
        }
        writer.tensor("other", Format.Q8_0, new long[] {OUT, IN}, out -> out.write(ByteBuffer.allocate(5 * 24 * 34)));
        writer.write();
        return path;
    }

    private static Context context(String numerics) {
        return Context.newBuilder("ashlar")
                .allowAllAccess(true)
                .err(OutputStream.nullOutputStream())
                .option("engine.WarnInterpreterOnly", "false")
                .option("ashlar.Numerics", numerics)
                .option("ashlar.Strict", "true")
                .build();
    }

    private static float[] activations() {
        Random random = new Random(4);
        float[] x = new float[2 * IN];
        for (int i = 0; i < x.length; i++) {
            x[i] = (float) random.nextGaussian();
        }
        return x;
    }

    private static double expected(float[] x, int token, int row) {
        float largest = 0;
        for (int k = 0; k < IN; k++) {
            largest = Math.max(largest, Math.abs(x[token * IN + k]));
        }
        byte[] digits = digits();
        long sum = 0;
        for (int k = 0; k < IN; k++) {
            sum += digits[row * IN + k] * (long) Math.rint(x[token * IN + k] * (127f / largest));
        }
        return (double) sum * SCALE * largest / 127;
    }

    @Test
    void aScriptMultipliesTheTernaryWeightsOfAFileWhateverTheNumerics(@TempDir Path folder) {
        String path = model(folder).toString();
        float[] x = activations();
        for (String numerics : new String[] {"exact", "q8"}) {
            try (Context context = context(numerics)) {
                Value graph = context.eval("ashlar", SCRIPT.formatted("tq2_0"))
                        .invokeMember("load", path)
                        .getMember("forward");
                Value results = graph.execute((Object) x);
                for (int token = 0; token < 2; token++) {
                    for (int row = 0; row < OUT; row++) {
                        double expected = expected(x, token, row);
                        for (int result = 0; result < 2; result++) {
                            Value y = results.getArrayElement(result).getArrayElement(token);
                            assertEquals(expected, y.getArrayElement(row).asFloat(), 1e-3);
                        }
                    }
                }
            }
        }
    }

    @Test
    void anotherWeightIsRefusedWhereItIsUsed(@TempDir Path folder) {
        String path = model(folder).toString();
        try (Context context = context("q8")) {
            Value module = context.eval("ashlar", SCRIPT.formatted("other"));
            PolyglotException e = assertThrows(PolyglotException.class, () -> module.invokeMember("load", path));
            String found = "bitnet_gemv: operand 'w' is q8_0[5, 768] row_major, expected tq1_0 or tq2_0";
            assertTrue(e.getMessage().contains(found), e.getMessage());
            assertEquals(2, e.getSourceLocation().getStartLine());
        }
    }
}
