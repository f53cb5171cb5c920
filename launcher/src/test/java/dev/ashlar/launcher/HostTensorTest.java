// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class HostTensorTest {
    @Test
    void readsNestedListsAndGivesThemBack() {
        HostTensor tensor = HostTensor.ofNested("x", Json.parse("x", "[[1, 2.5], [3, 4], [5, 6]]"));
        assertArrayEquals(new long[] {3, 2}, tensor.shape());
        assertFalse(tensor.integers());
        assertEquals("[[1.0,2.5],[3.0,4.0],[5.0,6.0]]", Json.line(tensor.toNested()));
        assertEquals("7", Json.line(HostTensor.ofNested("x", 7).toNested()));
    }

    @Test
    void refusesRaggedListsAndTexts() {
        assertEquals(
                "x: the lists at depth 1 differ in length, expected 2 elements in each",
                assertThrows(UserException.class, () -> HostTensor.ofNested("x", Json.parse("x", "[[1, 2], [3]]")))
                        .getMessage());
        assertEquals(
                "x: found \"a\", expected a number",
                assertThrows(UserException.class, () -> HostTensor.ofNested("x", Json.parse("x", "[1, \"a\"]")))
                        .getMessage());
    }
}
