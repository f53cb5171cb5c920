// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufType;
import dev.ashlar.runtime.gguf.GgufValue;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ashlar inspect`: what a GGUF file says about itself.
@Command(
        name = "inspect",
        description = "Show the metadata and the tensors of a GGUF file. Shapes are [out, in].",
        footer = {"  ashlar inspect model.gguf", "  ashlar inspect model.gguf --tensors --json"})
final class InspectCommand implements Runnable {
    private static final int SHOWN_ELEMENTS = 5;
    private static final int SHOWN_CHARACTERS = 80;

    @ParentCommand
    private AshlarCommand parent;

    @Parameters(paramLabel = "FILE.gguf", description = "The model; of a split model the first part.")
    private Path file;

    @Option(names = "--tensors", description = "List every tensor.")
    private boolean tensors;

    @Option(names = "--json", description = "Print one line of JSON.")
    private boolean json;

    @Override
    public void run() {
        try (GgufFile gguf = GgufFile.open(file)) {
            parent.console().println(json ? Json.line(describe(gguf)) : text(gguf));
        }
    }

    private Map<String, Object> describe(GgufFile gguf) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", file.toString());
        result.put("version", gguf.version());
        result.put("alignment", gguf.alignmentBytes());
        result.put("parameters", parameters(gguf));
        result.put("bytes", bytes(gguf));
        result.put("formats", formats(gguf));
        Map<String, Object> metadata = new LinkedHashMap<>();
        gguf.metadata().values().forEach((key, value) -> metadata.put(key, plain(value)));
        result.put("metadata", metadata);
        result.put("tensor_count", gguf.tensors().size());
        if (tensors) {
            result.put(
                    "tensors",
                    gguf.tensors().stream().map(InspectCommand::describe).toList());
        }
        return result;
    }

    private static Map<String, Object> describe(TensorInfo tensor) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("name", tensor.name());
        result.put("format", tensor.format().spelling());
        result.put("shape", tensor.shape());
        result.put("offset", tensor.offsetBytes());
        result.put("bytes", tensor.sizeBytes());
        return result;
    }

    private String text(GgufFile gguf) {
        List<String> lines = new ArrayList<>();
        lines.add("%s: GGUF version %d, %d tensors, %s parameters, %s"
                .formatted(
                        file,
                        gguf.version(),
                        gguf.tensors().size(),
                        Plain.count(parameters(gguf)),
                        Plain.bytes(bytes(gguf))));
        lines.add(formats(gguf).entrySet().stream()
                .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(", ", "formats: ", "")));
        lines.add("");
        List<List<String>> rows = new ArrayList<>();
        gguf.metadata().values().forEach((key, value) -> rows.add(List.of(printable(key), shorten(plain(value)))));
        lines.add(Plain.table(rows));
        if (tensors) {
            lines.add("");
            lines.add(tensorTable(gguf));
        }
        return String.join(System.lineSeparator(), lines);
    }

    private static String tensorTable(GgufFile gguf) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("tensor", "format", "shape", "bytes"));
        for (TensorInfo tensor : gguf.tensors()) {
            rows.add(List.of(
                    printable(tensor.name()),
                    tensor.format().spelling(),
                    Plain.shape(tensor.shape()),
                    Plain.count(tensor.sizeBytes())));
        }
        return Plain.table(rows);
    }

    /// Returns a value as Java objects; a number of single precision with no more digits than it has.
    private static Object plain(GgufValue value) {
        if (value instanceof GgufValue.FloatValue number && number.type() == GgufType.FLOAT32) {
            return (float) number.value();
        }
        return value.raw();
    }

    private static String shorten(Object value) {
        if (value instanceof List<?> list) {
            String shown = list.stream().limit(SHOWN_ELEMENTS).map(Json::line).collect(Collectors.joining(", "));
            return "[%s%s] (%s)"
                    .formatted(shown, list.size() > SHOWN_ELEMENTS ? ", ..." : "", Plain.count(list.size()));
        }
        if (value instanceof String text) {
            String line = Json.line(text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS));
            return text.length() <= SHOWN_CHARACTERS ? line : "%s... (%d characters)".formatted(line, text.length());
        }
        return String.valueOf(value);
    }

    /// A name from a file could move the cursor of a terminal.
    private static String printable(String name) {
        return name.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
    }

    private static long parameters(GgufFile gguf) {
        return gguf.tensors().stream().mapToLong(TensorInfo::elementCount).sum();
    }

    private static long bytes(GgufFile gguf) {
        return gguf.tensors().stream().mapToLong(TensorInfo::sizeBytes).sum();
    }

    private static Map<String, Long> formats(GgufFile gguf) {
        return gguf.tensors().stream()
                .collect(Collectors.groupingBy(
                        tensor -> tensor.format().spelling(), TreeMap::new, Collectors.counting()));
    }
}
