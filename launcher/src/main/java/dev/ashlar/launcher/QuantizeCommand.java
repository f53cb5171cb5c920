// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.quantize.GgufQuantizer;
import dev.ashlar.runtime.quantize.QuantizationListener;
import dev.ashlar.runtime.quantize.QuantizationType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `ashlar quantize`: writes a GGUF file with smaller weights.
@Command(
        name = "quantize",
        description = "Write a model with its matrices in another format, and everything else as it is.",
        footer = {
            "  ashlar quantize model-F32.gguf model-Q4_K_M.gguf Q4_K_M",
            "  ashlar quantize model-F32.gguf model-Q4_0.gguf Q4_0 --keep-output Q8_0 --threads 4",
        })
final class QuantizeCommand implements Callable<Integer> {
    private static final int MILLION = 1_000_000;

    @ParentCommand
    private AshlarCommand parent;

    @Parameters(paramLabel = "IN.gguf", description = "The model; of a split model the first part.")
    private Path source;

    @Parameters(paramLabel = "OUT.gguf", description = "The file to write; it appears when it is complete.")
    private Path target;

    @Parameters(paramLabel = "TYPE", description = "A format or a mixture, such as Q8_0, Q4_0, Q4_K_M or Q6_K.")
    private String type;

    @Option(names = "--keep-output", paramLabel = "TYPE", description = "The format of the output matrix.")
    private String output;

    @Option(names = "--threads", paramLabel = "N", description = "Threads; 0, the default, takes all cores.")
    private int threads;

    @Option(names = "--json", description = "Print one line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        GgufQuantizer.Options options = options();
        List<String> notes = new ArrayList<>();
        GgufQuantizer.Summary summary;
        try (Progress progress = Progress.of(parent.console(), "quantizing", "M", 1)) {
            summary = GgufQuantizer.quantize(source, target, options, new Watcher(progress, notes));
        }
        notes.forEach(parent::note);
        parent.console().println(json ? json(summary) : text(summary));
        return 0;
    }

    private GgufQuantizer.Options options() {
        if (threads < 0) {
            throw usage("threads is '%d', expected 0 (one for each core) or more".formatted(threads));
        }
        QuantizationType wanted = QuantizationType.ofName(type)
                .orElseThrow(() -> usage("no type '%s', expected one of %s"
                        .formatted(
                                type,
                                Arrays.stream(QuantizationType.values())
                                        .map(QuantizationType::name)
                                        .collect(Collectors.joining(", ")))));
        try {
            return new GgufQuantizer.Options(
                    wanted,
                    Optional.ofNullable(output).map(this::format),
                    threads == 0 ? Runtime.getRuntime().availableProcessors() : threads);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private Format format(String name) {
        return Format.ofSpelling(name.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> usage("no format '%s'".formatted(name)));
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private String text(GgufQuantizer.Summary summary) {
        String formats = summary.formats().entrySet().stream()
                .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey().spelling()))
                .collect(Collectors.joining(", "));
        return "%s: %s, was %s; %s"
                .formatted(target, Plain.bytes(summary.targetBytes()), Plain.bytes(summary.sourceBytes()), formats);
    }

    private String json(GgufQuantizer.Summary summary) {
        Map<String, Integer> formats = new LinkedHashMap<>();
        summary.formats().forEach((format, count) -> formats.put(format.spelling(), count));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", target.toString());
        result.put("source_bytes", summary.sourceBytes());
        result.put("target_bytes", summary.targetBytes());
        result.put("formats", formats);
        return Json.line(result);
    }

    /// Moves the progress on, in millions of elements, and keeps the notes until it is gone.
    private record Watcher(Progress bar, List<String> notes) implements QuantizationListener {
        @Override
        public void progress(long done, long total) {
            bar.at(done / MILLION, Math.max(1, total / MILLION));
        }

        @Override
        public void note(String line) {
            notes.add(line);
        }
    }
}
