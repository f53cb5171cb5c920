// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PackedLayoutFixturesTest {
    private static final List<LayoutClass> INPUT_MAJOR = List.of(
            LayoutClass.BLOCKED_INPUT_MAJOR,
            LayoutClass.BLOCKED_INPUT_MAJOR_X8,
            LayoutClass.BLOCKED_INPUT_MAJOR_X16,
            LayoutClass.BLOCKED_INPUT_MAJOR_X32);

    @Test
    void everyByteOfABlockIsItsTag() {
        byte[] canonical = PackedLayoutFixtures.canonical(Format.Q4_0);
        byte[] kernel = PackedLayoutFixtures.kernelOrder(Format.Q4_0);
        List<Integer> tags = new ArrayList<>();
        List<Integer> kernelTags = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            tags.add((int) canonical[i * 18 + i]);
            kernelTags.add((int) kernel[i * 18 + 17 - i]);
        }
        assertEquals(List.of(0, 1, 2, 16, 17, 18, 32, 33, 34, 48, 49, 50), tags);
        assertEquals(List.of(0, 16, 32, 48, 1, 17, 33, 49, 2, 18, 34, 50), kernelTags);
    }

    @Test
    void prepackAgreesWithBothSetsInEveryArrangement() {
        for (Format format : Format.values()) {
            for (LayoutClass layout : INPUT_MAJOR) {
                byte[] tagged = packed(format, layout, PackedLayoutFixtures.canonical(format), 4, 3);
                assertEquals(Optional.empty(), PackedLayoutFixtures.disagreement(tagged, format, layout));
                byte[] canonical = PackedLayoutFixtures.patterned(format, LayoutClass.BLOCKED_ROW_MAJOR, 37, 11);
                byte[] patterned = packed(format, layout, canonical, 37, 11);
                assertEquals(Optional.empty(), PackedLayoutFixtures.disagreement(patterned, format, layout, 37, 11));
            }
        }
    }

    private static byte[] packed(Format format, LayoutClass layout, byte[] canonical, long rows, long blocks) {
        TensorView weight =
                TensorView.of(format, MemorySegment.ofArray(canonical), rows, blocks * format.blockElements());
        return weight.prepack(layout, Arena.ofAuto(), TraceSink.NONE).storage().toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void namesTheFirstBlockInTheWrongPlace() {
        byte[] canonical = PackedLayoutFixtures.canonical(Format.Q4_K);
        assertEquals(
                Optional.of("q4_k weight of 4 x 3 blocks in input_block_major: slot 1: expected block (1, 0), "
                        + "found block (0, 1); in row_major the slot holds block (0, 1)"),
                PackedLayoutFixtures.disagreement(canonical, Format.Q4_K, LayoutClass.BLOCKED_INPUT_MAJOR));
        byte[] kernel = PackedLayoutFixtures.kernelOrder(Format.Q4_K);
        assertEquals(
                Optional.of("q4_k weight of 4 x 3 blocks in row_major: slot 1: expected block (0, 1), "
                        + "found block (1, 0); in input_block_major the slot holds block (1, 0)"),
                PackedLayoutFixtures.disagreement(kernel, Format.Q4_K, LayoutClass.BLOCKED_ROW_MAJOR));
    }

    @Test
    void comparesEveryByte() {
        for (LayoutClass layout : INPUT_MAJOR) {
            byte[] bytes = PackedLayoutFixtures.patterned(Format.Q8_0, layout, 5, 3);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] ^= 1;
                Optional<String> found = PackedLayoutFixtures.disagreement(bytes, Format.Q8_0, layout, 5, 3);
                assertTrue(found.isPresent(), layout + " byte " + i);
                bytes[i] ^= 1;
            }
        }
        byte[] tagged = PackedLayoutFixtures.canonical(Format.Q8_0);
        tagged[2 * 34 + 7] = 99;
        assertEquals(
                Optional.of("q8_0 weight of 4 x 3 blocks in row_major: slot 2: expected block (0, 2), "
                        + "found no block of the weight: its byte 7, at 75, is 63, expected 02"),
                PackedLayoutFixtures.disagreement(tagged, Format.Q8_0, LayoutClass.BLOCKED_ROW_MAJOR));
    }

    @Test
    void comparesTheLength() {
        assertEquals(
                Optional.of("q8_0 weight of 4 x 3 blocks in row_major: found 7 bytes, expected 408"),
                PackedLayoutFixtures.disagreement(new byte[7], Format.Q8_0, LayoutClass.BLOCKED_ROW_MAJOR));
    }

    @Test
    void blocksOfTheSecondSetDiffer() {
        for (Format format : List.of(Format.Q4_0, Format.Q6_K)) {
            byte[] bytes = PackedLayoutFixtures.patterned(format, LayoutClass.BLOCKED_ROW_MAJOR, 37, 11);
            List<String> blocks = new ArrayList<>();
            for (int i = 0; i < 37 * 11; i++) {
                blocks.add(
                        new String(bytes, i * format.blockBytes(), format.blockBytes(), StandardCharsets.ISO_8859_1));
            }
            assertEquals(37 * 11, blocks.stream().distinct().count());
        }
    }
}
