// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class UsageTest {
    @Test
    void helpHasExamplesAndEveryCommand() {
        String help = Ashlar.run("--help").succeeds();
        assertTrue(help.contains("Examples:"), help);
        for (String command : List.of(
                "run",
                "generate",
                "explain",
                "inspect",
                "kernels",
                "layout",
                "tokenize",
                "bench",
                "quantize",
                "jvm-args")) {
            assertTrue(help.contains("\n  " + command), help);
        }
    }

    @Test
    void versionNamesTheCompilerAndTheJdk() {
        String version = Ashlar.run("--version").succeeds();
        assertTrue(version.matches("ashlar \\S+ \\(Graal \\S+, JDK \\S+, .*\\)\\R"), version);
    }

    @Test
    void wrongUsageIsOneLineAndCodeTwo() {
        assertEquals("no command given; see 'ashlar --help'", Ashlar.run().fails(2));
        assertTrue(Ashlar.run("sing").fails(2).contains("'sing'"));
        assertTrue(Ashlar.run("inspect").fails(2).contains("FILE.gguf"));
        assertTrue(Ashlar.run("inspect", "x.gguf", "--loud").fails(2).contains("'--loud'"));
    }

    @Test
    void aMissingFileIsOneLineAndCodeOne() {
        assertEquals(
                "missing.gguf: no such file",
                Ashlar.run("inspect", "missing.gguf").fails(1));
    }

    @Test
    void aCollectorThatIsNamedReplacesTheSerialOne() {
        assertEquals("Using Serial", collector("-Xlog:gc"));
        assertEquals("Using Serial", collector("-XX:+UseNUMA -XX:MaxGCPauseMillis=100 -Xlog:gc"));
        assertEquals("Using G1", collector("-XX:+UseG1GC -Xlog:gc"));
        assertEquals("Using Parallel", collector("-Xlog:gc -XX:+UseParallelGC"));
    }

    private static String collector(String options) {
        ProcessBuilder builder = Ashlar.command("jvm-args");
        builder.environment().put("ASHLAR_JAVA_OPTS", options);
        String first = Ashlar.run(builder).succeeds().lines().findFirst().orElseThrow();
        return first.replaceFirst("^(\\[[^]]*])+ ", "");
    }

    @Test
    void printsTheFlagsOfAnEmbedder() {
        String flags = Ashlar.run("jvm-args").succeeds();
        assertTrue(flags.contains("--upgrade-module-path="), flags);
        assertTrue(flags.contains("--add-modules=jdk.incubator.vector"), flags);
    }
}
