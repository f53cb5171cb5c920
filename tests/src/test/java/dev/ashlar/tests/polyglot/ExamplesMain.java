// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/// Calls the graphs of the examples, and a deep one, with every root compiled before its first call; ends
/// with an exception if one cannot be. Prints what the compiler logs, and the results.
final class ExamplesMain {
    private static final Path EXAMPLES = Path.of("..", "examples");

    private ExamplesMain() {}

    public static void main(String[] arguments) throws IOException {
        try (Engine engine = Engine.newBuilder()
                        .allowExperimentalOptions(true)
                        .option("engine.TraceCompilation", "true")
                        .option("engine.CompilationFailureAction", "Throw")
                        .option("engine.CompileImmediately", "true")
                        .option("engine.BackgroundCompilation", "false")
                        .option("engine.MultiTier", "false")
                        .logHandler(System.out)
                        .build();
                Context context = Context.newBuilder("ashlar")
                        .engine(engine)
                        .allowAllAccess(true)
                        .option("ashlar.Threads", "2")
                        .build()) {
            mlp(context);
            attention(context);
            deep(context);
        }
    }

    private static Value module(Context context, String file) throws IOException {
        return context.eval(
                Source.newBuilder("ashlar", EXAMPLES.resolve(file).toFile()).build());
    }

    private static void mlp(Context context) throws IOException {
        Value mlp = module(context, "mlp.ashlar")
                .invokeMember(
                        "load",
                        Map.of(
                                "up.weight", new float[][] {{1, 1}, {1, 1}},
                                "up.bias", new float[] {0, -1},
                                "down.weight", new float[][] {{1, -2}},
                                "down.bias", new float[] {0}))
                .getMember("mlp");
        for (int i = 0; i < 10; i++) {
            mlp.execute((Object) new float[] {0, 0, 0, 1, 1, 0, 1, 1});
        }
        System.out.println("mlp: " + mlp.execute((Object) new float[] {0, 0, 0, 1, 1, 0, 1, 1}));
    }

    private static void attention(Context context) throws IOException {
        Value next = module(context, "attention.ashlar").getMember("next");
        for (int position = 0; position < 10; position++) {
            float[] q = CompiledMain.weight(1, 32)[0];
            float[] k = CompiledMain.weight(1, 16)[0];
            next.execute(q, k, k, position);
        }
    }

    private static void deep(Context context) {
        Value deep = context.eval("ashlar", Scripts.DEEP)
                .invokeMember(
                        "load",
                        Map.of(
                                "norm", CompiledMain.weight(1, 64)[0],
                                "up", CompiledMain.weight(192, 64),
                                "down", CompiledMain.weight(64, 192)))
                .getMember("deep");
        float[] input = CompiledMain.weight(1, 64)[0];
        // Kernels run with plain loops for half a second each before they are worth a compilation.
        for (int i = 0; i < 3_000; i++) {
            deep.invokeMember("view", (Object) input);
        }
        System.out.println("steps: "
                + deep.getMember("text")
                        .asString()
                        .lines()
                        .filter(line -> line.contains("kernel ="))
                        .count());
        long bytes = CompiledMain.bytesPerCall(200, () -> deep.invokeMember("view", (Object) input));
        System.out.println("bytes per call: " + bytes);
    }
}
