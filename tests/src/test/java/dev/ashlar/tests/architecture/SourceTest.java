// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SourceTest {
    private static final int AT_LEAST_FILES = 200;
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @Test
    void everyFileNamesItsLicence() throws IOException {
        List<Path> files = javaFiles();
        assertTrue(files.size() >= AT_LEAST_FILES, "found only %d files".formatted(files.size()));
        List<Path> without = files.stream()
                .filter(file -> !firstLine(file).equals("// SPDX-License-Identifier: Apache-2.0"))
                .toList();
        assertEquals(List.of(), without);
    }

    @Test
    void everyPackageSaysWhatItIs() throws IOException {
        List<Path> without = javaFiles().stream()
                .filter(file -> file.toString().contains("src/main/java".replace('/', java.io.File.separatorChar)))
                .filter(file -> !file.endsWith("module-info.java"))
                .map(Path::getParent)
                .distinct()
                .filter(directory -> !Files.exists(directory.resolve("package-info.java")))
                .toList();
        assertEquals(List.of(), without);
    }

    private static List<Path> javaFiles() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(SourceTest::walk)
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
        }
    }

    private static Stream<Path> walk(Path directory) {
        try {
            return Files.walk(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String firstLine(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst().orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
