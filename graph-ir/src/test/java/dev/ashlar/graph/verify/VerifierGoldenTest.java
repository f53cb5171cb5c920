// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.graph.Golden;
import dev.ashlar.graph.Kernels;
import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.GraphReader;
import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Script;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class VerifierGoldenTest {
    @TestFactory
    Stream<DynamicTest> invariants() throws IOException {
        return Golden.in("verify").stream()
                .map(golden ->
                        DynamicTest.dynamicTest(golden.file().getFileName().toString(), () -> check(golden)));
    }

    @Test
    void everyInvariantHasAGolden() throws IOException {
        Set<String> files = new HashSet<>();
        for (Golden golden : Golden.in("verify")) {
            files.add(golden.file().getFileName().toString().replace(".ashlar", ""));
        }
        assertEquals(new HashSet<>(Verifier.invariants()), files);
        assertTrue(files.size() > 10, "found %d golden files".formatted(files.size()));
    }

    private static void check(Golden golden) throws IOException {
        Script script = Script.parse("before", golden.before());
        Graph graph = GraphReader.read(script.graphs().getFirst())
                .orElseThrow(() -> new AssertionError(golden.file() + " is not flat"));
        Stage stage = Stage.valueOf(golden.directives("stage").getFirst());
        List<Diagnostic> violations = Verifier.verify(graph, stage, Kernels.registry());
        String text = violations.stream()
                .map(violation -> violation.render(script.source()) + "\n")
                .collect(Collectors.joining());
        String name = golden.file().getFileName().toString().replace(".ashlar", "");
        assertFalse(violations.isEmpty(), golden.file() + " violates nothing");
        assertTrue(text.contains("(" + name + ")"), text);
        golden.check(Map.of("errors", text));
    }
}
