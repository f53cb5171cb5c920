// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Holds `docs/kernels.md` to the registry. To write the page anew, run this test with `-Dashlar.update=true`.
class SupportMatrixTest {
    @Test
    void thePageIsWhatTheRegistrySays() throws IOException {
        Path page = repository().resolve("docs/kernels.md");
        String expected = SupportMatrix.page(StandardKernels.all());
        if (Boolean.getBoolean("ashlar.update")) {
            assertTrue(!"true".equals(System.getenv("CI")), "refused: goldens are not updated in CI");
            Files.writeString(page, expected);
        }
        assertTrue(Files.exists(page), page + " is missing; write it with -Dashlar.update=true");
        assertEquals(expected, Files.readString(page), page + " has drifted; write it with -Dashlar.update=true");
        assertTrue(expected.lines().count() > 60);
    }

    private static Path repository() {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            if (Files.exists(dir.resolve("kernels/pom.xml"))) {
                return dir;
            }
        }
        throw new AssertionError("no repository above " + Path.of("").toAbsolutePath());
    }
}
