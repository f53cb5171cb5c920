// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufFileTest {
    @TempDir
    Path dir;

    @Test
    void readsEveryMetadataType() {
        Path path = GgufBytes.header(0, 15)
                .key("u8", GgufType.UINT8)
                .raw((byte) 200)
                .key("i8", GgufType.INT8)
                .raw((byte) 200)
                .key("u16", GgufType.UINT16)
                .i16(0xfffe)
                .key("i16", GgufType.INT16)
                .i16(0xfffe)
                .key("u32", GgufType.UINT32)
                .i32(-1)
                .key("i32", GgufType.INT32)
                .i32(-1)
                .key("u64", GgufType.UINT64)
                .i64(-1)
                .key("i64", GgufType.INT64)
                .i64(Long.MIN_VALUE)
                .key("f32", GgufType.FLOAT32)
                .i32(Float.floatToIntBits(1e-5f))
                .key("f64", GgufType.FLOAT64)
                .i64(Double.doubleToLongBits(0.1))
                .key("yes", GgufType.BOOL)
                .raw((byte) 1)
                .key("text", GgufType.STRING)
                .string("Größe \uFFFD 語")
                .key("ints", GgufType.ARRAY)
                .i32(GgufType.INT32.id())
                .i64(2)
                .i32(7)
                .i32(-7)
                .key("texts", GgufType.ARRAY)
                .i32(GgufType.STRING.id())
                .i64(2)
                .string("a")
                .string("")
                .key("nested", GgufType.ARRAY)
                .i32(GgufType.ARRAY.id())
                .i64(1)
                .i32(GgufType.BOOL.id())
                .i64(2)
                .raw((byte) 0, (byte) 1)
                .write(dir.resolve("all.gguf"));
        try (GgufFile file = GgufFile.open(path)) {
            GgufMetadata meta = file.metadata();
            assertEquals(
                    List.of(
                            "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "f64", "yes", "text", "ints",
                            "texts", "nested"),
                    List.copyOf(meta.keys()));
            assertEquals(200, meta.requireLong("u8"));
            assertEquals(-56, meta.requireInt("i8"));
            assertEquals(0xfffe, meta.requireInt("u16"));
            assertEquals(-2, meta.requireInt("i16"));
            assertEquals(0xffffffffL, meta.requireLong("u32"));
            assertEquals(-1, meta.requireInt("i32"));
            assertEquals(Optional.of(-1L), meta.raw("u64"));
            assertEquals(Long.MIN_VALUE, meta.requireLong("i64"));
            assertEquals((double) 1e-5f, meta.requireDouble("f32"));
            assertEquals(0.1, meta.requireDouble("f64"));
            assertTrue(meta.requireBoolean("yes"));
            assertEquals("Größe \uFFFD 語", meta.requireString("text"));
            assertArrayEquals(new int[] {7, -7}, meta.requireInts("ints"));
            assertArrayEquals(new float[] {7, -7}, meta.requireFloats("ints"));
            assertEquals(Optional.of(List.of(7L, -7L)), meta.raw("ints"));
            assertEquals(List.of("a", ""), meta.requireStrings("texts"));
            assertEquals(Optional.of(List.of(List.of(false, true))), meta.raw("nested"));
            assertEquals(Optional.empty(), meta.findString("absent"));
        }
    }

    @Test
    void gettersNameFileKeyFoundAndExpected() {
        Path path = GgufBytes.header(0, 2)
                .key("n", GgufType.UINT64)
                .i64(-1)
                .key("s", GgufType.STRING)
                .string("seven")
                .write(dir.resolve("m.gguf"));
        try (GgufFile file = GgufFile.open(path)) {
            GgufMetadata meta = file.metadata();
            GgufException wrong = assertThrows(GgufException.class, () -> meta.findLong("s"));
            assertEquals(path + ": key 's': is string 'seven', expected an integer", wrong.getMessage());
            GgufException large = assertThrows(GgufException.class, () -> meta.findLong("n"));
            assertTrue(large.getMessage().contains("value is 18446744073709551615"), large.getMessage());
            GgufException absent = assertThrows(GgufException.class, () -> meta.requireInts("t"));
            assertEquals(Optional.of("t"), absent.key());
            assertTrue(absent.getMessage().contains("is missing, expected an array of integers"));
        }
    }

    @Test
    void readsTensorsOutermostFirstAtAnyMultipleOfTheAlignment() {
        Path path = GgufBytes.header(2, 2, 0)
                .tensor("w", Format.Q8_0.typeId(), 32, 64, 3)
                .tensor("b", Format.F32.typeId(), 0, 3)
                .data(32 + 3 * 68)
                .write(dir.resolve("t.gguf"));
        try (GgufFile file = GgufFile.open(path)) {
            assertEquals(2, file.version());
            TensorInfo info = file.find("w").orElseThrow();
            assertArrayEquals(new long[] {3, 64}, info.shape());
            assertEquals(3 * 68, info.sizeBytes());
            MemorySegment bytes = file.bytes("w");
            assertEquals(32, bytes.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(32, Memory.i8(bytes.address()));
            assertTrue(bytes.isReadOnly());
            assertFalse(file.find("x").isPresent());
            assertThrows(GgufException.class, () -> file.bytes("x"));
            TensorView tensor = file.tensor("w");
            assertArrayEquals(new long[] {3, 64}, tensor.shape());
            assertEquals(LayoutClass.BLOCKED_ROW_MAJOR, tensor.layoutClass());
            assertEquals(bytes.address(), tensor.address());
            assertThrows(GgufException.class, () -> file.tensor("x"));
        }
    }

    @Test
    void readsTensorsBeyondTwoGibibytes() throws IOException {
        long offset = (5L << 30) + 32;
        byte[] head = GgufBytes.header(2, 0)
                .tensor("a", Format.F32.typeId(), 0, 1L << 30, 1)
                .tensor("b", Format.F32.typeId(), offset, 8)
                .data(0)
                .toArray();
        Path path = dir.resolve("large.gguf");
        try (FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(head));
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), head.length + offset);
            channel.write(ByteBuffer.wrap(new byte[] {9}), head.length + offset + 31);
        }
        try (GgufFile file = GgufFile.open(path)) {
            assertEquals(1L << 32, file.bytes("a").byteSize());
            assertEquals(9, file.bytes("b").get(ValueLayout.JAVA_BYTE, 31));
        }
    }

    @Test
    void memoryIsGoneAfterClose() {
        Path path = GgufBytes.header(1, 0)
                .tensor("b", Format.F32.typeId(), 0, 3)
                .data(12)
                .write(dir.resolve("t.gguf"));
        MemorySegment bytes;
        try (GgufFile file = GgufFile.open(path)) {
            bytes = file.bytes("b");
        }
        assertThrows(IllegalStateException.class, () -> bytes.get(ValueLayout.JAVA_BYTE, 0));
    }
}
