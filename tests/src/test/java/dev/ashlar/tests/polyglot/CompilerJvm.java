// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Starts JVMs with the Graal compiler: the jars of GraalVM on the module path, everything else on the class path of
/// this JVM.
final class CompilerJvm {
    private static final long TIMEOUT_SECONDS = 240;
    private static final List<String> MODULES = List.of(
            "truffle-api",
            "truffle-runtime",
            "truffle-compiler",
            "polyglot",
            "collections",
            "word",
            "nativeimage",
            "jniutils");

    private CompilerJvm() {}

    /// Runs a class to its end.
    ///
    /// @param main has a main method
    /// @param arguments of that method
    /// @return what it printed to both streams
    static String run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+EnableJVMCI",
                "-Xmx1g",
                "--upgrade-module-path=" + jars(CompilerJvm::isCompiler),
                "--module-path=" + jars(CompilerJvm::isModule),
                "--add-modules=jdk.incubator.vector,org.graalvm.truffle.runtime",
                "--enable-native-access=org.graalvm.truffle,ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                jars(jar -> !isCompiler(jar) && !isModule(jar)),
                main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), output);
            assertTrue(process.exitValue() == 0, output);
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String jars(java.util.function.Predicate<String> filter) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(filter)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isCompiler(String jar) {
        return baseName(jar).equals("compiler");
    }

    private static boolean isModule(String jar) {
        return MODULES.contains(baseName(jar)) && jar.contains("graalvm");
    }

    private static String baseName(String jar) {
        return Path.of(jar).getFileName().toString().replaceFirst("-\\d.*", "");
    }
}
