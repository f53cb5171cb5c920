// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExplainTest {
    @TempDir
    private Path directory;

    @Test
    void explainsToAScriptThatExplainsToItself() throws IOException {
        String text = Ashlar.run("explain").succeeds();
        assertTrue(text.contains("load {"), text);
        assertTrue(text.contains("= relayout("), text);
        Path file = Files.writeString(directory.resolve("explained.ashlar"), text);
        assertEquals(text, Ashlar.run("explain", file.toString()).succeeds());
    }

    @Test
    void everyPassAndEveryReasonCanBeSeen() throws IOException {
        String passes = Ashlar.run("explain", "--pass", "all").succeeds();
        assertTrue(passes.contains("// after resolve") && passes.contains("// after plan-buffers"));
        String reasons = Ashlar.run("explain", "--op", "linear").succeeds();
        assertTrue(reasons.contains("relayout of ") && reasons.contains("\n  not linear."), reasons);
        JsonNode json =
                new ObjectMapper().readTree(Ashlar.run("explain", "--json").succeeds());
        assertTrue(json.get("relayout_bytes").asLong() > 0);
        assertTrue(json.get("decisions").size() > 10);
        assertTrue(Ashlar.run("explain", "--pass", "dream").fails(2).contains("'dream'"));
        assertTrue(Ashlar.run("explain", "--op", "dream").fails(2).contains("'dream'"));
    }

    @Test
    void withoutPrepackNothingIsRelaidOut() {
        String text = Ashlar.run("explain", "--prepack", "off").succeeds();
        assertTrue(!text.contains("relayout("), text);
        assertTrue(text.contains("row_major"), text);
    }
}
