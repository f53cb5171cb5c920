// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph;

import static org.junit.jupiter.api.Assertions.fail;

import dev.ashlar.graph.ir.GraphReader;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.pass.CompileContext;
import dev.ashlar.graph.pass.PrepackPolicy;
import dev.ashlar.graph.pass.Strictness;
import dev.ashlar.graph.pass.WeightSource;
import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.runtime.kernel.Numerics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A golden file: directives, a text before, and sections with what comes of it.
///
/// ```text
/// // what this shows
/// //! weight w q8_0[64, 96] row_major
/// //! before
/// graph ...
/// //! after
/// graph ...
/// ```
/// With `-Dashlar.golden.update=true` the sections after `before` are written anew, never in CI.
public record Golden(Path file, String head, String before, Map<String, String> expected) {
    private static final String MARK = "//! ";

    /// Returns the golden files of a folder.
    public static List<Golden> in(String folder) throws IOException {
        Path root = Path.of("src/test/resources/golden", folder);
        try (Stream<Path> files = Files.list(root)) {
            List<Golden> goldens = new ArrayList<>();
            for (Path file : files.filter(path -> path.toString().endsWith(".ashlar"))
                    .sorted()
                    .toList()) {
                goldens.add(read(file));
            }
            return goldens;
        }
    }

    private static Golden read(Path file) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        StringBuilder current = new StringBuilder();
        String name = "head";
        for (String line : Files.readString(file).lines().toList()) {
            boolean starts = line.equals(MARK + "before") || (!name.equals("head") && line.startsWith(MARK));
            if (starts) {
                sections.put(name, current.toString());
                current.setLength(0);
                name = line.substring(MARK.length());
            } else {
                current.append(line).append('\n');
            }
        }
        sections.put(name, current.toString());
        String head = sections.remove("head");
        String before = sections.remove("before");
        if (before == null) {
            throw new IllegalStateException(file + ": no '//! before'");
        }
        return new Golden(file, head, before, sections);
    }

    /// Compares what came out with the sections of the file, or writes them.
    public void check(Map<String, String> actual) throws IOException {
        if (Boolean.getBoolean("ashlar.golden.update")) {
            if (System.getenv("CI") != null) {
                fail("golden files are not updated where CI is set");
            }
            StringBuilder text =
                    new StringBuilder(head).append(MARK).append("before\n").append(before);
            actual.forEach((name, section) ->
                    text.append(MARK).append(name).append('\n').append(section));
            Files.writeString(file, text.toString());
            return;
        }
        if (!expected.equals(actual)) {
            StringBuilder difference = new StringBuilder();
            actual.forEach((name, section) ->
                    difference.append(UnifiedDiff.of(expected.getOrDefault(name, ""), section, name)));
            fail("%s: found (+) against expected (-); update with -Dashlar.golden.update=true\n%s"
                    .formatted(file, difference));
        }
    }

    /// Returns the values of a directive, e.g. `w q8_0[64, 96]` of `weight`.
    public List<String> directives(String name) {
        return head.lines()
                .filter(line -> line.startsWith(MARK + name + " ") || line.equals(MARK + name))
                .map(line -> line.substring((MARK + name).length()).strip())
                .toList();
    }

    /// Returns the context that the directives describe.
    public CompileContext context() {
        Map<String, TensorType> weights = new HashMap<>();
        for (String line : directives("weight")) {
            int space = line.indexOf(' ');
            weights.put(line.substring(0, space), type(line.substring(space + 1)));
        }
        Map<String, Object> meta = values(directives("meta"));
        WeightSource source = weights.isEmpty() && meta.isEmpty() ? WeightSource.NONE : WeightSource.of(weights, meta);
        CompileContext context =
                CompileContext.of(source, Kernels.registry()).withOptions(values(directives("option")));
        context = directives("numerics").contains("exact") ? context.withNumerics(Numerics.EXACT) : context;
        context = directives("prepack").contains("off") ? context.withPrepack(PrepackPolicy.OFF) : context;
        for (String calls : directives("calls")) {
            context = context.withCalls(Integer.parseInt(calls));
        }
        return directives("strict").isEmpty() ? context : context.withStrictness(Strictness.STRICT);
    }

    private static Map<String, Object> values(List<String> lines) {
        Map<String, Object> values = new HashMap<>();
        for (String line : lines) {
            int space = line.indexOf(' ');
            Script script = Script.parse("directive", "option value = " + line.substring(space + 1));
            values.put(
                    line.substring(0, space),
                    value(((dev.ashlar.graph.syntax.Declaration.Option)
                                    script.declarations().getFirst())
                            .value()));
        }
        return values;
    }

    private static Object value(Expression expression) {
        return switch (expression) {
            case Expression.IntegerLiteral literal -> literal.value();
            case Expression.FloatLiteral literal -> literal.value();
            case Expression.BooleanLiteral literal -> literal.value();
            case Expression.StringLiteral literal -> literal.plain().orElseThrow();
            case Expression.ListLiteral list ->
                list.elements().stream().map(Golden::value).toList();
            default -> throw new IllegalStateException("no literal");
        };
    }

    /// Parses a type in IR spelling.
    public static TensorType type(String text) {
        Script script = Script.parse("type", "graph g(x: " + text + ") -> f32[] { return x }");
        return GraphReader.read(script.graphs().getFirst())
                .orElseThrow()
                .params()
                .getFirst()
                .type();
    }
}
