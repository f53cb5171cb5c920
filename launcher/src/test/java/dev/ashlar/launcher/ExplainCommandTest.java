// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExplainCommandTest {
    @TempDir
    private Path directory;

    @Test
    void explainsToAScriptThatExplainsToItself() throws IOException {
        String text = Invocation.of("explain").succeeds();
        assertTrue(text.contains("load {"), text);
        assertTrue(text.contains("= relayout("), text);
        Path file = Files.writeString(directory.resolve("explained.ashlar"), text);
        assertEquals(text, Invocation.of("explain", file.toString()).succeeds());
    }

    @Test
    void everyPassAndEveryReasonCanBeSeen() throws IOException {
        String passes = Invocation.of("explain", "--pass", "all").succeeds();
        assertTrue(passes.contains("// after resolve") && passes.contains("// after plan-buffers"));
        String reasons = Invocation.of("explain", "--op", "linear").succeeds();
        assertTrue(reasons.contains("relayout of ") && reasons.contains("\n  not linear."), reasons);
        JsonNode json =
                new ObjectMapper().readTree(Invocation.of("explain", "--json").succeeds());
        assertTrue(json.get("relayout_bytes").asLong() > 0);
        assertTrue(json.get("decisions").size() > 10);
        assertTrue(Invocation.of("explain", "--pass", "dream").fails(2).contains("'dream'"));
        assertTrue(Invocation.of("explain", "--op", "dream").fails(2).contains("'dream'"));
    }

    @Test
    void aSingleCallPaysForNoRelayout() {
        String once = Invocation.of("explain", "--calls", "1").succeeds();
        assertTrue(!once.contains("relayout("), once);
        String refusal = Invocation.of("explain", "--calls", "0").fails(2);
        assertTrue(refusal.contains("calls is '0', expected 1 or more"), refusal);
    }

    @Test
    void withoutPrepackNothingIsRelaidOut() {
        String text = Invocation.of("explain", "--prepack", "off").succeeds();
        assertTrue(!text.contains("relayout("), text);
        assertTrue(text.contains("row_major"), text);
    }
}
