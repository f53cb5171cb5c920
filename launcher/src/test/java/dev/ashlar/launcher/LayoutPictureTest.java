// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Holds `docs/layout.svg` to what the command draws. To draw it anew, run this test with `-Dashlar.update=true`.
class LayoutPictureTest {
    @Test
    void thePictureOfTheDocumentationIsWhatTheCommandDraws() throws IOException {
        Path picture = Path.of("../docs/layout.svg");
        String expected = GridSvg.draw(BlockGrid.of("weight", Format.Q8_0, new long[] {2, 96}));
        if (Boolean.getBoolean("ashlar.update")) {
            assertNotEquals("true", System.getenv("CI"), "refused: goldens are not updated in CI");
            Files.writeString(picture, expected);
        }
        assertEquals(expected, Files.readString(picture), picture + " has drifted; draw it with -Dashlar.update=true");
    }

    @Test
    void ofAStackTheFirstWeightIsDrawn() {
        BlockGrid grid = BlockGrid.of("experts", Format.Q8_0, new long[] {4, 5, 96});
        assertTrue(grid.caption().startsWith("experts, the first of 4: q8_0 [5, 96]"), grid.caption());
        assertThrows(UserException.class, () -> BlockGrid.of("norm", Format.F32, new long[] {96}));
    }
}
