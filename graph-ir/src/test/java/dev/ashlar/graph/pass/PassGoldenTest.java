// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.graph.Golden;
import dev.ashlar.graph.ir.GraphReader;
import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.ScriptException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PassGoldenTest {
    private static final int FEWEST = 33;

    @TestFactory
    Stream<DynamicTest> passes() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String pass : Pipeline.passes()) {
            for (Golden golden : Golden.in(pass)) {
                tests.add(DynamicTest.dynamicTest(
                        pass + "/" + golden.file().getFileName(), () -> golden.check(run(golden, pass))));
            }
        }
        return tests.stream();
    }

    @Test
    void findsEnoughGoldens() throws IOException {
        int count = 0;
        for (String pass : Pipeline.passes()) {
            int ofPass = Golden.in(pass).size();
            assertTrue(ofPass >= 2, "pass %s has %d golden files".formatted(pass, ofPass));
            count += ofPass;
        }
        assertTrue(count >= FEWEST, "found %d golden files".formatted(count));
    }

    private static Map<String, String> run(Golden golden, String pass) {
        Map<String, String> sections = new LinkedHashMap<>();
        try {
            Script script = Script.parse("before", golden.before());
            Compiled compiled = Pipeline.compile(
                    script, script.graphNames().getFirst(), golden.context(), Pipeline.Checking.VERIFIED);
            for (Snapshot snapshot : compiled.snapshots()) {
                readsBack(snapshot);
                if (snapshot.pass().equals(pass)) {
                    sections.put("after", snapshot.graph().toString());
                }
            }
            if (pass.equals("select-kernels")) {
                sections.put("decisions", Explanation.of(compiled.decisions()));
                warnings(compiled, script, sections);
            }
        } catch (ScriptException e) {
            sections.put("errors", e.getMessage() + "\n");
        }
        return sections;
    }

    private static void warnings(Compiled compiled, Script script, Map<String, String> sections) {
        if (!compiled.warnings().isEmpty()) {
            sections.put(
                    "warnings",
                    compiled.warnings().stream()
                            .map((Diagnostic warning) -> warning.render(script.source()) + "\n")
                            .collect(Collectors.joining()));
        }
    }

    private static void readsBack(Snapshot snapshot) {
        String text = snapshot.graph().toString();
        Script script = Script.parse(snapshot.pass(), text);
        assertEquals(
                snapshot.graph(),
                GraphReader.read(script.graphs().getFirst()).orElseThrow(),
                () -> "after " + snapshot.pass() + "\n" + text);
    }
}
