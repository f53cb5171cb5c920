// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.tests.launcher.Ashlar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every line of a `bash` block succeeds and says nothing on standard error, but for what a JVM of the reader's own
/// says
/// about the vector module. Left out is only the test run itself.
final class CommandBlocksTest {
    private static final Pattern BLOCK = Pattern.compile("```bash\\n(.*?)```", Pattern.DOTALL);
    private static final String VECTOR_WARNING = "WARNING: Using incubator modules: jdk.incubator.vector\\R";
    private static final String TEST_RUN = "./ashlar test";

    static Stream<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        for (String page : List.of("README.md", "docs/cli.md")) {
            commands.addAll(commandsOf(page));
        }
        assertTrue(commands.size() >= 15, "found only " + commands);
        return commands.stream().filter(command -> !command.equals(TEST_RUN)).distinct();
    }

    private static List<String> commandsOf(String page) throws IOException {
        List<String> commands = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(Ashlar.ROOT.resolve(page)));
        while (block.find()) {
            commands.addAll(block.group(1).lines().toList());
        }
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void commandSucceedsQuietly(String command) {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command).directory(Ashlar.ROOT.toFile());
        builder.environment().put("ASHLAR_BUILD", "never");
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        builder.environment().merge("PATH", bin.toString(), (path, jdk) -> jdk + ":" + path);
        Ashlar run = Ashlar.run(builder);
        String err = command.startsWith("./ashlar") ? run.err() : run.err().replaceFirst(VECTOR_WARNING, "");
        String out = new Ashlar(run.code(), run.out(), err).succeeds();
        assertTrue(!out.isBlank(), "it printed nothing");
    }

    @Test
    void theReadmeHasTwoSetUpCommands() throws IOException {
        String readme = Files.readString(Ashlar.ROOT.resolve("README.md"));
        String setUp = readme.substring(readme.indexOf("## Set up"), readme.indexOf("## A short tour"));
        Matcher block = BLOCK.matcher(setUp);
        List<String> commands =
                block.results().map(found -> found.group(1).strip()).toList();
        assertEquals(List.of("./ashlar generate --prompt \"Once upon a time\"", TEST_RUN), commands);
    }

    @Test
    void theContinuousBuildRunsTheTestCommandAlone() throws IOException {
        List<String> lines = Files.readAllLines(Ashlar.ROOT.resolve(".ci/run"));
        assertEquals(2, lines.size());
        assertTrue(lines.get(1).endsWith("/ashlar\" test"), lines.get(1));
        assertTrue(Files.isExecutable(Ashlar.ROOT.resolve(".ci/run")));
    }
}
