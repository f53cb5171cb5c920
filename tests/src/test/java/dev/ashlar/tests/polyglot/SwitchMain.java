// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;

/// Calls a graph with one row until nothing more is compiled, then with many rows until nothing more is.
/// Prints what the compiler logged before the first call with many rows, until the first results of it, and
/// later; and whether all results of as many rows had the same bits.
final class SwitchMain {
    private static final int SIZE = 512;
    private static final List<Integer> ROWS = List.of(7, 40);
    private static final String SCRIPT = """
            graph deep(x: f32[T, 512]) -> f32[T, 512] {
              for i in 0..20 {
                x = rms_norm(linear(linear(x, weight("halves")), weight("blocks")), weight("norm"), eps = 1e-5)
              }
              return x
            }
            """;

    private SwitchMain() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        CompilerLog log = CompilerLog.to(folder.resolve("log"));
        try (Context context = Context.newBuilder("ashlar")
                .allowIO(IOAccess.ALL)
                .allowHostAccess(HostAccess.ALL)
                .allowExperimentalOptions(true)
                .option("engine.TraceCompilationDetails", "true")
                .option("engine.MultiTier", "false")
                .option("ashlar.Threads", "2")
                .build()) {
            Value graph = context.eval("ashlar", SCRIPT)
                    .invokeMember("load", write(folder.resolve("weights.gguf")).toString())
                    .getMember("deep");
            log.untilQuiet(() -> call(graph, 1));
            int oneRow = log.lines().size();
            List<byte[]> expected = ROWS.stream().map(rows -> call(graph, rows)).toList();
            int manyRows = log.lines().size();
            AtomicBoolean same = new AtomicBoolean(true);
            log.untilQuiet(() -> {
                for (int i = 0; i < ROWS.size(); i++) {
                    if (!Arrays.equals(expected.get(i), call(graph, ROWS.get(i)))) {
                        same.set(false);
                    }
                }
            });
            List<String> lines = log.lines();
            lines.subList(0, oneRow).forEach(System.out::println);
            System.out.println("many rows");
            lines.subList(oneRow, manyRows).forEach(System.out::println);
            System.out.println("have results");
            lines.subList(manyRows, lines.size()).forEach(System.out::println);
            System.out.println("distinct values: " + distinct(expected.getFirst()));
            System.out.println("same bits: " + same);
        }
    }

    private static byte[] call(Value graph, int rows) {
        Random random = new Random(rows);
        float[] input = new float[rows * SIZE];
        for (int i = 0; i < input.length; i++) {
            input[i] = random.nextFloat() - 0.5f;
        }
        Value result = graph.execute((Object) input);
        byte[] bytes = new byte[input.length * Float.BYTES];
        result.readBuffer(0, bytes, 0, bytes.length);
        return bytes;
    }

    private static long distinct(byte[] floats) {
        return IntStream.range(0, floats.length / Float.BYTES)
                .mapToObj(i -> ByteBuffer.wrap(floats).getFloat(i * Float.BYTES))
                .distinct()
                .count();
    }

    private static Path write(Path file) {
        GgufWriter writer = new GgufWriter(file);
        add(writer, "halves", Format.F16, SIZE, SIZE);
        add(writer, "blocks", Format.Q4_0, SIZE, SIZE);
        add(writer, "norm", Format.F32, SIZE);
        writer.write();
        return file;
    }

    /// Random bytes below 64 are finite numbers in every format.
    private static void add(GgufWriter writer, String name, Format format, long... shape) {
        byte[] bytes = new byte[(int) format.bytesOf(Arrays.stream(shape).reduce(1, (a, b) -> a * b))];
        Random random = new Random(3);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(64);
        }
        writer.tensor(name, format, shape, out -> out.write(ByteBuffer.wrap(bytes)));
    }
}
