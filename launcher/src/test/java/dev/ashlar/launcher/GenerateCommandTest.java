// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GenerateCommandTest {
    @TempDir
    private Path directory;

    @Test
    void absurdValuesAreWrongUsage() {
        assertTrue(Invocation.of("generate").fails(2).contains("no prompt"));
        assertTrue(fails(2, "--threads", "-1").startsWith("threads is '-1', expected"));
        assertTrue(fails(2, "--max-tokens", "0").startsWith("max-tokens is '0', expected"));
        assertTrue(fails(2, "--temperature", "-1").startsWith("temperature is '-1.0', expected"));
        assertTrue(fails(2, "--top-p", "7").startsWith("top-p is '7.0', expected"));
        assertTrue(fails(2, "--numerics", "guess").contains("'guess'"));
        assertTrue(fails(2, "--context", "0").startsWith("context is '0', expected"));
        assertTrue(fails(2, "--prompt-tokens", "1").contains("mutually exclusive"));
    }

    @Test
    void filesThatAreNoModelFail() throws IOException {
        assertEquals("no.gguf: no such file", fails(1, "--model", "no.gguf"));
        assertTrue(fails(1, "--model", directory.toString()).startsWith(directory + ": "));
        Path text = Files.writeString(directory.resolve("text.gguf"), "this is no model at all, only a text");
        assertTrue(fails(1, "--model", text.toString()).startsWith(text + " @ 0x0: "));
    }

    @Test
    void aPromptThatDoesNotFitFails() throws IOException {
        Path prompt = Files.writeString(directory.resolve("prompt.txt"), "a dog and ".repeat(1000));
        String message =
                Invocation.of("generate", "--prompt-file", prompt.toString()).fails(1);
        assertTrue(message.contains("expected at most 512"), message);
        assertEquals(
                "nothing.txt: no such file",
                Invocation.of("generate", "--prompt-file", "nothing.txt").fails(1));
        assertTrue(
                Invocation.of("generate", "--prompt-tokens", "999999").fails(1).contains("999999"));
    }

    private static String fails(int code, String... more) {
        List<String> args = new ArrayList<>(List.of("generate", "--prompt", "a"));
        args.addAll(List.of(more));
        return Invocation.of(args.toArray(String[]::new)).fails(code);
    }
}
