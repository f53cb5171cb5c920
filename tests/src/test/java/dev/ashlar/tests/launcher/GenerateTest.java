// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GenerateTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @Test
    void goesOnWithAPrompt() {
        String text = Ashlar.run("generate", "--prompt", "Once upon a time", "--max-tokens", "12")
                .succeeds();
        assertTrue(text.strip().split(" ").length >= 5, text);
        assertTrue(text.endsWith(System.lineSeparator()));
    }

    @Test
    void jsonIsOneLineWithTokensAndTimings() throws IOException {
        String line = Ashlar.run("generate", "--prompt-tokens", "415,421,258,366", "--max-tokens", "6", "--json")
                .succeeds();
        assertEquals(1, line.lines().count());
        JsonNode json = JSON.readTree(line);
        assertEquals("[415,421,258,366]", json.get("prompt_tokens").toString());
        assertEquals(6, json.get("tokens").size());
        assertFalse(json.get("text").asText().isEmpty());
        assertEquals("max_tokens", json.get("stop_reason").asText());
        for (String timing : new String[] {"load_ms", "first_token_ms", "prompt_tok_s", "generation_tok_s"}) {
            assertTrue(json.get("timings").get(timing).asDouble() > 0, timing);
        }
    }

    @Test
    void anySeedAndAnyNumberOfThreadsGiveTheSameTextTwice() {
        String[] drawn = {"generate", "--prompt", "The dog", "--max-tokens", "8", "--temperature", "1", "--seed", "3"};
        String once = Ashlar.run(drawn).succeeds();
        ProcessBuilder again = Ashlar.command(drawn);
        again.command().addAll(java.util.List.of("--threads", "1"));
        assertEquals(once, Ashlar.run(again).succeeds());
    }

    @Test
    void answersInAChat() {
        String answer = Ashlar.run("generate", "--chat", "--prompt", "What color is the sky?", "--max-tokens", "12")
                .succeeds();
        assertFalse(answer.isBlank());
    }

    @Test
    void anInterruptEndsIt() throws IOException, InterruptedException {
        Path err = directory.resolve("err");
        Process process = Ashlar.command(
                        "generate", "--prompt", "Once upon a time", "--ignore-end", "--max-tokens", "500")
                .redirectError(err.toFile())
                .start();
        assertTrue(process.getInputStream().read() >= 0);
        new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                .start()
                .waitFor();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(130, process.exitValue());
        assertEquals("", Files.readString(err));
    }
}
