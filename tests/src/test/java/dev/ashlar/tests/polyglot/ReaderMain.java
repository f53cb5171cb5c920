// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotAccess;

/// Reads the elements of tensors in a function of JavaScript until that is compiled; prints what the compiler
/// logs.
final class ReaderMain {
    private static final String READER = """
            const twice = Polyglot.eval('ashlar', script).double;
            function reader(x) {
              const y = twice(x)[0];
              return y[0] + y[1] + y[2];
            }
            let sum = 0;
            for (let i = 0; i < 50; i++) sum += reader(new Float32Array([1, 2, 3]));
            sum
            """;

    private ReaderMain() {}

    public static void main(String[] arguments) {
        try (Context context = Context.newBuilder("ashlar", "js")
                .allowPolyglotAccess(PolyglotAccess.ALL)
                .allowExperimentalOptions(true)
                .logHandler(System.out)
                .option("engine.TraceCompilation", "true")
                .option("engine.CompileImmediately", "true")
                .option("engine.BackgroundCompilation", "false")
                .option("engine.MultiTier", "false")
                .build()) {
            context.getBindings("js").putMember("script", Scripts.DOUBLE);
            System.out.println("sum: " + context.eval("js", READER));
        }
    }
}
