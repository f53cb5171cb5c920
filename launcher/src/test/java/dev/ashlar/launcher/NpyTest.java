// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NpyTest {
    @TempDir
    private Path directory;

    @Test
    void readsWhatItWrites() throws IOException {
        for (long[] shape : new long[][] {{}, {1}, {5}, {2, 3}, {3, 1, 2}, {0, 4}}) {
            double[] values = new double[(int) HostTensor.count(shape)];
            for (int i = 0; i < values.length; i++) {
                values[i] = i - 1.5f;
            }
            Path file = directory.resolve("x.npy");
            NpyWriter.write(file, new HostTensor(shape, values, false));
            HostTensor read = NpyReader.read(file);
            assertArrayEquals(shape, read.shape());
            assertArrayEquals(values, read.values());
            assertEquals(0, (Files.size(file) - 4L * values.length) % 64);
        }
    }

    @Test
    void keepsIntegers() throws IOException {
        Path file = directory.resolve("x.npy");
        NpyWriter.write(file, new HostTensor(new long[] {2}, new double[] {7, -2_000_000_000}, true));
        HostTensor read = NpyReader.read(file);
        assertTrue(read.integers());
        assertEquals("[7,-2000000000]", Json.line(read.toNested()));
    }

    @Test
    void turnsFortranOrderIntoRows() throws IOException {
        byte[] columns = {1, 4, 2, 5, 3, 6};
        Path file = npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", columns);
        assertEquals("[[1,2,3],[4,5,6]]", Json.line(NpyReader.read(file).toNested()));
    }

    @Test
    void readsBigEndianDoubles() throws IOException {
        byte[] data = ByteBuffer.allocate(8)
                .order(ByteOrder.BIG_ENDIAN)
                .putDouble(2.5)
                .array();
        Path file = npy("{'descr': '>f8', 'fortran_order': False, 'shape': (1,), }", data);
        assertArrayEquals(new double[] {2.5}, NpyReader.read(file).values());
    }

    @Test
    void refusesWhatDoesNotFitItsHeader() throws IOException {
        Path shorter = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", new byte[8]);
        assertEquals(shorter + ": shape [3] does not fit the 8 bytes of data, 4 each", refusal(shorter));
        Path huge = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999, 9999999999), }", new byte[8]);
        assertEquals(huge + ": shape [9999999999, 9999999999] is too large", refusal(huge));
        Path objects = npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", new byte[8]);
        assertTrue(refusal(objects).contains("does not have a 'descr' of numbers"));
    }

    @Test
    void refusesOtherFilesAndTruncatedOnes() throws IOException {
        Path text = directory.resolve("text.npy");
        Files.writeString(text, "hello, this is no array");
        assertTrue(refusal(text).contains("no .npy file"));
        Path truncated = directory.resolve("truncated.npy");
        Files.write(truncated, new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 100, 0});
        assertTrue(refusal(truncated).contains("header is 100 bytes, but the file ends after 10"));
    }

    private String refusal(Path file) {
        return assertThrows(UserException.class, () -> NpyReader.read(file)).getMessage();
    }

    private Path npy(String header, byte[] data) throws IOException {
        byte[] text = header.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes = ByteBuffer.allocate(10 + text.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
        bytes.put((byte) 1)
                .put((byte) 0)
                .putShort((short) text.length)
                .put(text)
                .put(data);
        Path file = Files.createTempFile(directory, "", ".npy");
        Files.write(file, bytes.array());
        return file;
    }
}
