// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitModelTest {
    @TempDir
    Path dir;

    private Path part(int number, int count, int tensors, String tensor) {
        return write("m-%05d-of-%05d.gguf".formatted(number + 1, count), number, count, tensors, tensor);
    }

    private Path write(String name, int number, int count, int tensors, String tensor) {
        Path path = dir.resolve(name);
        byte[] data = {(byte) number, 2, 3, 4};
        new GgufWriter(path)
                .put("split.no", new GgufValue.IntegerValue(GgufType.UINT16, number))
                .put("split.count", new GgufValue.IntegerValue(GgufType.UINT16, count))
                .put("split.tensors.count", new GgufValue.IntegerValue(GgufType.INT32, tensors))
                .tensor(tensor, Format.F32, new long[] {1}, out -> out.write(ByteBuffer.wrap(data)))
                .write();
        return path;
    }

    private static void assertRefused(Path path, String... essentials) {
        GgufException e = assertThrows(GgufException.class, () -> GgufFile.open(path));
        for (String essential : essentials) {
            assertTrue(e.getMessage().contains(essential), e.getMessage());
        }
    }

    @Test
    void openingTheFirstOpensAll() {
        Path first = part(0, 3, 3, "a");
        part(1, 3, 3, "b");
        part(2, 3, 3, "c");
        try (GgufFile file = GgufFile.open(first)) {
            assertEquals(
                    List.of("a", "b", "c"),
                    file.tensors().stream().map(TensorInfo::name).toList());
            assertArrayEquals(new byte[] {2, 2, 3, 4}, file.bytes("c").toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void namesEveryMissingPart() throws IOException {
        Path first = part(0, 4, 4, "a");
        Files.delete(part(1, 4, 4, "b"));
        part(2, 4, 4, "c");
        assertRefused(first, "2 of its 4 parts are missing", "'m-00002-of-00004.gguf', 'm-00004-of-00004.gguf'");
    }

    @Test
    void refusesALaterPartAndNamesTheFirst() {
        part(0, 2, 2, "a");
        assertRefused(
                part(1, 2, 2, "b"), "key 'split.no': is 1, expected 0: open the first part, 'm-00001-of-00002.gguf'");
    }

    @Test
    void refusesPartsThatDoNotBelongTogether() throws IOException {
        Path first = part(0, 2, 2, "a");
        write("m-00002-of-00002.gguf", 0, 2, 2, "b");
        assertRefused(first, "m-00002-of-00002.gguf: key 'split.no': is 0, expected 1");
        write("m-00002-of-00002.gguf", 1, 3, 2, "b");
        assertRefused(first, "key 'split.count': is 3, expected 2");
        part(1, 2, 2, "a");
        assertRefused(first, "m-00002-of-00002.gguf: tensor 'a': occurs in an earlier part");
        part(0, 2, 5, "a");
        part(1, 2, 5, "b");
        assertRefused(first, "key 'split.tensors.count': is 5, but the 2 parts hold 2 tensors");
        new GgufWriter(dir.resolve("m-00002-of-00002.gguf")).write();
        assertRefused(first, "key 'split.no': is missing");
    }

    @Test
    void refusesANameThatDoesNotLeadToTheOthers() {
        assertRefused(write("model.gguf", 0, 2, 2, "a"), "expected a name like 'model-00001-of-00002.gguf'");
        assertRefused(write("m-00001-of-00003.gguf", 0, 2, 2, "a"), "expected a name like");
        assertRefused(write("m-00002-of-00002.gguf", 0, 2, 2, "a"), "is 0, but the name says part 00002");
        assertRefused(write("m-00001-of-00009.gguf", 0, -1 & 0xffff, 2, "a"), "model of 65535 files");
    }
}
