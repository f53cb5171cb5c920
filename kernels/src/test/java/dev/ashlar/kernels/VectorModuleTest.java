// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.kernel.Requirement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VectorModuleTest {
    @Test
    void withoutTheModuleTheVectorKernelsAreMissingAndTheReasonNamesTheFlag() throws Exception {
        List<String> lines = probe();
        Set<String> vector = StandardKernels.all().stream()
                .filter(kernel -> kernel.requirement() == Requirement.VECTOR_API)
                .map(kernel -> kernel.name())
                .collect(Collectors.toSet());
        Set<String> missing = lines.stream()
                .filter(line -> line.startsWith("missing "))
                .map(line -> line.substring("missing ".length(), line.indexOf(": ")))
                .collect(Collectors.toSet());
        assertEquals(vector, missing);
        assertTrue(lines.stream()
                .filter(line -> line.startsWith("missing "))
                .allMatch(line -> line.contains("--add-modules jdk.incubator.vector")));
        assertTrue(lines.contains("kernel linear.q4_0.row_major.q8.scalar"));
    }

    @Test
    void withTheModuleNothingIsMissing() {
        assertTrue(StandardKernels.registry().unavailable().isEmpty());
        assertFalse(StandardKernels.registry().all().isEmpty());
    }

    private static List<String> probe() throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", RegistryProbe.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output.lines().toList();
    }
}
