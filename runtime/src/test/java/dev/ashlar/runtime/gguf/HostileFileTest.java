// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileFileTest {
    private static final int F32 = Format.F32.typeId();
    private static final int Q8_0 = Format.Q8_0.typeId();

    @TempDir
    Path dir;

    private GgufException refused(GgufBytes bytes) {
        return refused(bytes.write(dir.resolve("model.gguf")));
    }

    private static GgufException refused(Path path) {
        GgufException e = assertThrows(GgufException.class, () -> GgufFile.open(path));
        assertEquals(path.toString(), e.file());
        return e;
    }

    private static void assertSays(GgufException e, String... essentials) {
        for (String essential : essentials) {
            assertTrue(e.getMessage().contains(essential), e.getMessage());
        }
    }

    @Test
    void messageReadsFileOffsetTensorFoundExpected() {
        GgufException e = refused(GgufBytes.header(1, 0)
                .tensor("blk.0.ffn_up.weight", Q8_0, 0, 100, 2)
                .data(1000));
        assertEquals(
                dir.resolve("model.gguf")
                        + " @ 0x18: tensor 'blk.0.ffn_up.weight': row is 100 elements, expected a multiple of 32"
                        + " (q8_0 block)",
                e.getMessage());
        assertEquals(OptionalLong.of(0x18), e.offset());
        assertEquals(Optional.of("blk.0.ffn_up.weight"), e.tensor());
    }

    @Test
    void refusesWhatIsNoFile() throws IOException {
        assertSays(refused(dir), "is a directory");
        assertSays(refused(dir.resolve("absent.gguf")), "no such file");
        assertSays(refused(Files.createFile(dir.resolve("empty.gguf"))), "is empty");
    }

    @Test
    void refusesUnreadableFile() throws IOException {
        Path path = GgufBytes.header(0, 0).write(dir.resolve("secret.gguf"));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
        Assumptions.assumeFalse(Files.isReadable(path), "this user reads everything");
        assertSays(refused(path), "cannot be read: permission denied");
    }

    @Test
    void refusesOtherMagicVersionAndByteOrder() {
        assertSays(refused(new GgufBytes().raw("PK\3\4 and more of it".getBytes())), "@ 0x0", "0x504b0304", "no GGUF");
        assertSays(refused(GgufBytes.header(1, 0, 0)), "@ 0x4", "version 1, expected 2 or 3");
        assertSays(refused(GgufBytes.header(4, 0, 0)), "version 4, expected 2 or 3");
        assertSays(refused(GgufBytes.header(3 << 24, 0, 0)), "big-endian, expected little-endian");
        assertSays(refused(new GgufBytes().raw("FUGG".getBytes()).i32(3)), "big-endian, expected little-endian");
    }

    @Test
    void refusesHugeCounts() {
        assertSays(refused(GgufBytes.header(1L << 62, 0)), "@ 0x8", "4611686018427387904 tensors are announced");
        assertSays(refused(GgufBytes.header(-1, 0)), "18446744073709551615 tensors are announced");
        assertSays(refused(GgufBytes.header(0, 1L << 40)), "@ 0x10", "1099511627776 metadata pairs are announced");
        assertSays(
                refused(GgufBytes.header(0, 1)
                        .key("tokens", GgufType.ARRAY)
                        .i32(GgufType.STRING.id())
                        .i64(1L << 60)
                        .data(100)),
                "key 'tokens'",
                "1152921504606846976 array elements are announced");
        assertSays(
                refused(GgufBytes.header(0, 1)
                        .key("name", GgufType.STRING)
                        .i64(Long.MAX_VALUE)
                        .data(10)),
                "key 'name'",
                "the value is announced with 9223372036854775807 bytes");
        assertSays(
                refused(GgufBytes.header(0, 1).i64(-1).data(10)),
                "key 1 of 1 is announced with 18446744073709551615 bytes");
    }

    @Test
    void refusesHugeArrayInSparseFileWithoutAllocatingIt() throws IOException {
        byte[] head = GgufBytes.header(0, 1)
                .key("bytes", GgufType.ARRAY)
                .i32(GgufType.UINT8.id())
                .i64(3L << 30)
                .toArray();
        Path path = dir.resolve("sparse.gguf");
        try (FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(head));
            channel.write(ByteBuffer.wrap(new byte[1]), 4L << 30);
        }
        assertSays(refused(path), "key 'bytes'", "3221225472 array elements are announced");
    }

    @Test
    void refusesMetadataFaults() {
        assertSays(refused(GgufBytes.header(0, 1).key("k", GgufType.BOOL).raw((byte) 7)), "key 'k'", "a bool is 7");
        assertSays(
                refused(GgufBytes.header(0, 2)
                        .key("k", GgufType.BOOL)
                        .raw((byte) 1)
                        .key("k", GgufType.BOOL)
                        .raw((byte) 1)),
                "key 'k'",
                "occurs twice");
        assertSays(refused(GgufBytes.header(0, 1).string("k").i32(13).data(9)), "the type is 13, expected 0 to 12");
        assertSays(
                refused(GgufBytes.header(0, 1).key("", GgufType.BOOL).raw((byte) 1)),
                "key 1 of 1 has 0 characters, expected 1 to 65535");
        GgufBytes utf8 =
                GgufBytes.header(0, 1).key("k", GgufType.STRING).i64(3).raw((byte) 'a', (byte) 0xc3, (byte) 'b');
        GgufException e = refused(utf8);
        assertSays(e, "key 'k'", "not valid UTF-8");
        assertEquals(OptionalLong.of(utf8.size() - 2), e.offset());
    }

    @Test
    void refusesDeeplyNestedArrays() {
        GgufBytes bytes = GgufBytes.header(0, 1).key("k", GgufType.ARRAY);
        for (int i = 0; i < 10_000; i++) {
            bytes.i32(GgufType.ARRAY.id()).i64(1);
        }
        assertSays(refused(bytes), "key 'k'", "arrays are nested deeper than 4");
    }

    @Test
    void refusesBadAlignment() {
        for (int alignment : new int[] {0, 24, -1}) {
            assertSays(
                    refused(GgufBytes.header(0, 1)
                            .key("general.alignment", GgufType.UINT32)
                            .i32(alignment)),
                    "key 'general.alignment'",
                    "expected a power of two");
        }
        assertSays(
                refused(GgufBytes.header(0, 1)
                        .key("general.alignment", GgufType.STRING)
                        .string("x")),
                "is string 'x', expected an integer");
    }

    @Test
    void refusesTensorsThatDoNotLieInTheFileAlone() {
        assertSays(
                refused(GgufBytes.header(1, 0).tensor("w", F32, 0, 8).data(31)),
                "tensor 'w'",
                "needs 32 bytes from offset 0 of the tensor data, but the file has 31");
        assertSays(refused(GgufBytes.header(1, 0).tensor("w", F32, 16, 8).data(64)), "offset is 16", "multiple of 32");
        assertSays(refused(GgufBytes.header(1, 0).tensor("w", F32, -32, 8).data(64)), "offset is 18446744073709551584");
        assertSays(refused(GgufBytes.header(1, 0).tensor("w", F32, 1L << 62, 8).data(64)), "but the file has 64");
        assertSays(
                refused(GgufBytes.header(2, 0)
                        .tensor("a", F32, 0, 9)
                        .tensor("b", F32, 32, 8)
                        .data(64)),
                "tensor 'b'",
                "overlaps tensor 'a'");
        assertSays(
                refused(GgufBytes.header(2, 0)
                        .tensor("a", F32, 0, 8)
                        .tensor("a", F32, 32, 8)
                        .data(64)),
                "tensor 'a'",
                "occurs twice");
    }

    @Test
    void refusesOverflowingAndEmptyShapes() {
        assertSays(
                refused(GgufBytes.header(1, 0)
                        .tensor("w", F32, 0, 1L << 32, 1L << 32)
                        .data(64)),
                "tensor 'w'",
                "overflows");
        assertSays(refused(GgufBytes.header(1, 0).tensor("w", F32, 0, 1L << 62).data(64)), "overflows");
        assertSays(refused(GgufBytes.header(1, 0).tensor("w", F32, 0, 8, 0).data(64)), "dimension 0 is 0");
        assertSays(refused(GgufBytes.header(1, 0).tensor("w", F32, 0, -1).data(64)), "is 18446744073709551615");
        assertSays(
                refused(GgufBytes.header(1, 0)
                        .tensor("w", F32, 0, 1, 1, 1, 1, 1)
                        .data(64)),
                "5 dimensions");
        assertSays(refused(GgufBytes.header(1, 0).tensor("", F32, 0, 1).data(64)), "name", "0 characters");
    }

    @Test
    void unknownTypeNamesTensorIdTheKnownOnesAndTheOtherTensors() {
        GgufException e = refused(GgufBytes.header(3, 0)
                .tensor("w", 99, 0, 8)
                .tensor("ok", F32, 0, 8)
                .tensor("v", -1, 0, 8)
                .data(64));
        assertSays(
                e,
                "tensor 'w': type id 99 is not known",
                "0 (f32)",
                "8 (q8_0)",
                "; so 1 more: 'v' (type id 4294967295)");
        assertFalse(e.getMessage().contains("'ok'"));
        for (int id : new int[] {4, 5, 31, 33, 36, 38}) {
            assertSays(
                    refused(GgufBytes.header(1, 0).tensor("w", id, 0, 8).data(64)),
                    "type id %d was removed from the file format".formatted(id));
        }
    }

    @Test
    void namesInMessagesAreFitForATerminal() {
        GgufException e = refused(GgufBytes.header(1, 0)
                .tensor("\u001b[31m\n" + "x".repeat(500), Q8_0, 0, 1)
                .data(64));
        assertTrue(e.getMessage().indexOf('\u001b') < 0 && e.getMessage().indexOf('\n') < 0, e.getMessage());
        assertTrue(e.getMessage().length() < dir.toString().length() + 300, e.getMessage());
    }
}
