// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.graph.pass.CompileContext;
import dev.ashlar.graph.pass.PrepackPolicy;
import dev.ashlar.runtime.kernel.Numerics;
import java.nio.file.Path;
import java.util.Locale;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.io.IOAccess;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/// How graphs are run, for commands that run a script of the user.
final class LanguageOptions {
    @Option(names = "--threads", paramLabel = "N", description = "Worker threads; 0, the default, takes all cores.")
    private int threads;

    @Option(
            names = "--numerics",
            paramLabel = "exact|q8",
            description = "Activations in f32, or quantized to int8 for quantized weights; q8 is the default.")
    private Numerics numerics = Numerics.Q8;

    @Option(names = "--prepack", paramLabel = "auto|off", description = "Whether weights may be relaid out.")
    private PrepackPolicy prepack = PrepackPolicy.AUTO;

    @Option(
            names = "--calls",
            paramLabel = "N",
            description = "How many calls of one row pay for a relayout; 1000 is the default, 1 suits a single call.")
    private int calls = CompileContext.DEFAULT_CALLS;

    @Option(
            names = "--prepack-cache",
            paramLabel = "DIR",
            description = "Keep relaid-out weights in this folder, so that the next start maps them.")
    private Path prepackCache;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /// Makes a context of the language; the caller closes it.
    Context context(AshlarCommand parent) {
        if (threads < 0) {
            throw new ParameterException(
                    spec.commandLine(), "threads is '%d', expected 0 (one for each core) or more".formatted(threads));
        }
        if (calls < 1) {
            throw new ParameterException(spec.commandLine(), "calls is '%d', expected 1 or more".formatted(calls));
        }
        HostAccess access = HostAccess.newBuilder()
                .allowArrayAccess(true)
                .allowBufferAccess(true)
                .build();
        Context.Builder builder = Context.newBuilder("ashlar")
                .allowIO(IOAccess.ALL)
                .allowHostAccess(access)
                .option("ashlar.Threads", String.valueOf(threads))
                .option("ashlar.Numerics", numerics.spelling())
                .option("ashlar.Prepack", prepack.name().toLowerCase(Locale.ROOT))
                .option("ashlar.Calls", String.valueOf(calls))
                .option("ashlar.Strict", String.valueOf(parent.strict()));
        parent.trace().ifPresent(file -> builder.option("ashlar.Trace", file.toString()));
        if (prepackCache != null) {
            builder.option("ashlar.PrepackCache", prepackCache.toAbsolutePath().toString());
        }
        return builder.build();
    }
}
