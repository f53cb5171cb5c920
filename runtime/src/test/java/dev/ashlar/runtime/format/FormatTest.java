// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.Shared;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FormatTest {
    @TestFactory
    Stream<DynamicTest> decodesBitForBitAsGgml() {
        List<Path> files = Shared.files("goldens/dequant", ".json");
        assertTrue(files.size() >= 29, "found only " + files.size());
        List<DynamicTest> tests = new ArrayList<>();
        for (Path file : files) {
            String json = Shared.text(file);
            Format.ofTypeId(Shared.number(json, "type_id"))
                    .ifPresent(format -> tests.add(DynamicTest.dynamicTest(format.name(), () -> check(format, json))));
        }
        assertTrue(tests.size() >= 29, "only " + tests.size() + " formats known");
        return tests.stream();
    }

    private static void check(Format format, String json) {
        assertEquals(Shared.string(json, "type"), format.name());
        assertEquals(Shared.number(json, "block_elements"), format.blockElements());
        assertEquals(Shared.number(json, "block_bytes"), format.blockBytes());
        MemorySegment bytes = MemorySegment.ofArray(Shared.bytes(json, "bytes_base64"));
        float[] expected = Shared.floats(json, "values_f32_le_base64");
        float[] decoded = new float[expected.length];
        int blocks = expected.length / format.blockElements();
        for (int block = 0; block < blocks; block++) {
            format.codec().decode(bytes, (long) block * format.blockBytes(), decoded, block * format.blockElements());
        }
        for (int i = 0; i < expected.length; i++) {
            int at = i;
            assertEquals(
                    Float.floatToRawIntBits(expected[i]),
                    Float.floatToRawIntBits(decoded[i]),
                    () -> "block %d element %d: expected %s, found %s"
                            .formatted(
                                    at / format.blockElements(),
                                    at % format.blockElements(),
                                    expected[at],
                                    decoded[at]));
        }
    }

    @Test
    void unitsCoverTheBlock() {
        for (Format format : Format.values()) {
            assertEquals(format.blockBytes(), format.units().bytes(), format.name());
            int offset = 0;
            for (BlockUnits.Run run : format.units().runs()) {
                assertEquals(offset, run.offsetBytes(), format.name());
                offset += run.bytes();
            }
        }
    }

    @Test
    void namesAndTypeIdsAreUnique() {
        Set<Integer> ids = new HashSet<>();
        for (Format format : Format.values()) {
            assertTrue(ids.add(format.typeId()), format.name());
            assertEquals(Optional.of(format), Format.ofTypeId(format.typeId()));
            assertEquals(Optional.of(format), Format.ofSpelling(format.spelling()));
        }
        assertEquals(Optional.empty(), Format.ofTypeId(9999));
        assertEquals(Optional.empty(), Format.ofSpelling("q9_9"));
    }

    @Test
    void tellsRemovedTypeIdsFromUnknownOnes() {
        List<Integer> removed = IntStream.range(-1, 100)
                .filter(id -> Format.removedName(id).isPresent())
                .boxed()
                .toList();
        assertEquals(List.of(4, 5, 31, 32, 33, 36, 37, 38), removed);
        for (int id : removed) {
            assertEquals(Optional.empty(), Format.ofTypeId(id));
        }
        for (int id = 0; id <= 42; id++) {
            assertTrue(removed.contains(id) || Format.ofTypeId(id).isPresent(), "type id " + id);
        }
    }

    @Test
    void denseFormatsEncodeWhatTheyDecode() {
        float[] decoded = new float[1];
        for (Format format : Format.values()) {
            if (format.isDense()) {
                ElementCodec codec = assertInstanceOf(ElementCodec.class, format.codec());
                MemorySegment element = MemorySegment.ofArray(new byte[format.blockBytes()]);
                codec.encode(-5f, element, 0);
                codec.decode(element, 0, decoded, 0);
                assertEquals(-5f, decoded[0], format.name());
            }
        }
    }

    @Test
    void bfloat16RoundsToNearestTiesToEven() {
        assertEquals(0x3f80, bfloat16(Float.intBitsToFloat(0x3f808000)));
        assertEquals(0x3f82, bfloat16(Float.intBitsToFloat(0x3f818000)));
        assertEquals(0x3f81, bfloat16(Float.intBitsToFloat(0x3f808001)));
        assertEquals(0x7fc0, bfloat16(Float.intBitsToFloat(0x7f800001)));
    }

    private static int bfloat16(float value) {
        MemorySegment element = MemorySegment.ofArray(new byte[2]);
        DenseCodec.BF16.encode(value, element, 0);
        return LittleEndian.u16(element, 0);
    }

    @Test
    void integersRefuseWhatDoesNotFit() {
        MemorySegment element = MemorySegment.ofArray(new byte[8]);
        var e = assertThrows(IllegalArgumentException.class, () -> DenseCodec.I8.encode(128f, element, 0));
        assertEquals("value 128.0 is no whole number in -128 to 127", e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> DenseCodec.I32.encode(0.5f, element, 0));
    }
}
