// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.op.AttributeSpec;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.pass.CompileContext;
import dev.ashlar.graph.pass.Pipeline;
import dev.ashlar.graph.pass.WeightSource;
import dev.ashlar.graph.syntax.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What the reference page of the language shows is what the language does.
class DocumentationTest {
    private static final Pattern BLOCK = Pattern.compile("```ashlar\n(.*?)```", Pattern.DOTALL);

    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/language.md"));
    }

    private static CompileContext context() {
        Map<String, TensorType> weights = new TreeMap<>();
        weights.put("fc1.weight", Golden.type("f32[32, 64]"));
        weights.put("fc1.bias", Golden.type("f32[32]"));
        weights.put("fc2.weight", Golden.type("f32[10, 32]"));
        weights.put("fc2.bias", Golden.type("f32[10]"));
        weights.put("square.weight", Golden.type("f32[64, 64]"));
        weights.put("layers.0.weight", Golden.type("q8_0[32, 64] row_major"));
        weights.put("layers.0.bias", Golden.type("f32[32]"));
        weights.put("layers.1.weight", Golden.type("q8_0[16, 32] row_major"));
        weights.put("w", Golden.type("q8_0[64, 96] row_major"));
        return CompileContext.of(WeightSource.of(weights, Map.of("sizes", List.of(32L, 16L))), Kernels.registry());
    }

    @Test
    void everyExampleCompiles() throws IOException {
        List<String> blocks =
                BLOCK.matcher(page()).results().map(match -> match.group(1)).toList();
        assertTrue(blocks.size() >= 4, "found %d examples".formatted(blocks.size()));
        for (String block : blocks) {
            Script script = Script.parse("language.md", block);
            for (String graph : script.graphNames()) {
                Graph compiled = Pipeline.compile(script, graph, context(), Pipeline.Checking.VERIFIED)
                        .graph();
                assertTrue(compiled.body().size() > 1, compiled.toString());
            }
        }
    }

    @Test
    void everyOperationAndAttributeHasItsRow() throws IOException {
        List<String> rows =
                page().lines().filter(line -> line.startsWith("| `")).toList();
        for (Op op : Ops.all()) {
            String row = rows.stream()
                    .filter(line -> line.contains("`" + op.signature() + "`"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row for " + op.signature()));
            for (AttributeSpec attribute : op.attributes()) {
                assertTrue(row.contains("`" + attribute.name()), op.name() + " without " + attribute.name());
            }
        }
    }

    @Test
    void everyPassHasItsRowInOrder() throws IOException {
        List<String> rows = page().lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .filter(Pipeline.passes()::contains)
                .toList();
        assertEquals(Pipeline.passes(), rows);
    }
}
