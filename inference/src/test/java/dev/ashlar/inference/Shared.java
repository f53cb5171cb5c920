// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Finds the models and goldens that lie beside the repository.
public final class Shared {
    private Shared() {}

    /// Finds a file, or skips the test when there is no shared folder.
    public static Path file(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared").resolve(name);
            if (Files.exists(at.resolve("shared/goldens"))) {
                return file;
            }
        }
        String message = "no folder 'shared/goldens' beside the repository";
        if ("true".equals(System.getenv("CI"))) {
            throw new AssertionError(message);
        }
        return Assumptions.abort(message);
    }

    /// Reads a JSON file of the shared folder.
    public static JsonNode json(String name) {
        try {
            return new ObjectMapper().readTree(file(name).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
