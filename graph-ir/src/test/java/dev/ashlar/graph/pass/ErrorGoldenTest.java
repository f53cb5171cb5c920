// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.graph.Golden;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.ScriptException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ErrorGoldenTest {
    private static final int FEWEST = 14;

    @TestFactory
    Stream<DynamicTest> errors() throws IOException {
        return Golden.in("errors").stream()
                .map(golden ->
                        DynamicTest.dynamicTest(golden.file().getFileName().toString(), () -> check(golden)));
    }

    @Test
    void findsEnoughGoldens() throws IOException {
        List<Golden> goldens = Golden.in("errors");
        assertTrue(goldens.size() >= FEWEST, "found %d golden files".formatted(goldens.size()));
    }

    private static void check(Golden golden) throws IOException {
        ScriptException e = assertThrows(ScriptException.class, () -> {
            Script script = Script.parse("before", golden.before());
            Pipeline.compile(script, script.graphNames().getFirst(), golden.context());
        });
        golden.check(Map.of("errors", e.getMessage() + "\n"));
    }
}
