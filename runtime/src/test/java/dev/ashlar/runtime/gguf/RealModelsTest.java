// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.Shared;
import dev.ashlar.runtime.format.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RealModelsTest {
    @Test
    void opensDenseAndPackedModels() throws IOException {
        Path models = Shared.path("models");
        List<Path> files;
        try (Stream<Path> all = Files.walk(models)) {
            files = all.filter(path -> path.toString().matches(".*-(F32|F16|Q8_0|Q4_K_M|Q6_K)\\.gguf"))
                    .toList();
        }
        assertTrue(files.size() >= 8, () -> "found only " + files);
        for (Path path : files) {
            try (GgufFile file = GgufFile.open(path)) {
                assertEquals("llama", file.metadata().requireString("general.architecture"));
                assertTrue(file.tensors().size() >= 11, path::toString);
                assertEquals(
                        Format.F32,
                        file.find("output_norm.weight").orElseThrow().format());
            }
        }
    }
}
