// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.inference.KvFormat;
import dev.ashlar.inference.Model;
import dev.ashlar.runtime.kernel.Numerics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/// Which model, and how it is run: the options that `generate` and `bench` share.
final class ModelOptions {
    private static final long MEGABYTE = 1_000_000;

    @Option(names = "--model", paramLabel = "FILE.gguf", description = "The model; the embedded one without this.")
    private Path model;

    @Option(names = "--threads", paramLabel = "N", description = "Worker threads; 0, the default, takes all cores.")
    private int threads;

    @Option(
            names = "--numerics",
            paramLabel = "exact|q8",
            description = "Activations in f32, or quantized to int8 for quantized weights; q8 is the default.")
    private Numerics numerics = Numerics.Q8;

    @Option(names = "--kv", paramLabel = "f16|f32", description = "How keys and values are kept; f16 is the default.")
    private KvFormat kv = KvFormat.F16;

    @Option(
            names = "--context",
            paramLabel = "N",
            description = "How many tokens fit; the model's limit, but no more than 4096, without this.")
    private Integer context;

    @Option(
            names = "--prepack-cache",
            paramLabel = "DIR",
            description = "Keep relaid-out weights in this folder, so that the next start maps them.")
    private Path prepackCache;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /// Returns what to call the model.
    String name() {
        return model == null ? "the embedded model" : model.toString();
    }

    /// Returns the file, if it is not the embedded model.
    Optional<Path> file() {
        return Optional.ofNullable(model);
    }

    int threads() {
        return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    }

    /// Loads the model, showing that it takes a while.
    Model load(AshlarCommand parent) {
        Model.Options options = options(parent);
        if (model == null) {
            return Model.embedded(options);
        }
        long expected = Math.max(1, model.toFile().length() / MEGABYTE);
        try (Progress progress = Progress.of(parent.console(), "loading " + name(), " MB", expected)) {
            return Model.load(
                    model, options, (done, total) -> progress.at(done / MEGABYTE, Math.max(1, total / MEGABYTE)));
        }
    }

    private Model.Options options(AshlarCommand parent) {
        Map<String, String> language = new HashMap<>();
        language.put("ashlar.Strict", String.valueOf(parent.strict()));
        parent.trace().ifPresent(file -> language.put("ashlar.Trace", file.toString()));
        // A copy of the embedded model is another file at each start: nothing would be found again.
        if (prepackCache != null && model != null) {
            language.put("ashlar.PrepackCache", prepackCache.toAbsolutePath().toString());
        }
        OptionalInt size = context == null ? OptionalInt.empty() : OptionalInt.of(context);
        try {
            return new Model.Options(threads, numerics, kv, size, language);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
