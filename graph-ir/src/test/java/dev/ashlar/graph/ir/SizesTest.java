// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.graph.Golden;
import org.junit.jupiter.api.Test;

class SizesTest {
    @Test
    void countsBlocksAndPadding() {
        assertEquals(1_671_168, Sizes.bytes(Golden.type("q8_0[2048, 768] input_block_major"), 1));
        assertEquals(64 * 54, Sizes.bytes(Golden.type("q4_0[33, 96] input_block_major_x32"), 1));
        assertEquals(7 * 5 * 4, Sizes.bytes(Golden.type("f32[T, 5]"), 7));
        assertEquals(4, Sizes.bytes(Golden.type("i32[]"), 1));
        assertEquals(34, Sizes.bytes(Golden.type("q8_0[1, 17]"), 1));
    }

    @Test
    void refusesWhatExceedsALong() {
        TensorType type = Golden.type("f32[4000000000, 4000000000]");
        assertThrows(ArithmeticException.class, () -> Sizes.bytes(type, 1));
        assertThrows(ArithmeticException.class, () -> Sizes.elements(Golden.type("f32[T, 2]"), Long.MAX_VALUE));
    }
}
