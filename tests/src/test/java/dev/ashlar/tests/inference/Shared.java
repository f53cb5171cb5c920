// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.inference;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Finds the models and goldens that lie beside the repository.
final class Shared {
    private Shared() {}

    /// Finds a file, or skips the test when there is no shared folder.
    static Path file(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("shared/goldens"))) {
                return at.resolve("shared").resolve(name);
            }
        }
        String message = "no folder 'shared/goldens' beside the repository";
        if ("true".equals(System.getenv("CI"))) {
            throw new AssertionError(message);
        }
        return Assumptions.abort(message);
    }
}
