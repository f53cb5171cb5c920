// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Writes NumPy's `.npy` files, version 1.0: `<f4` or `<i4`, in C order.
final class NpyWriter {
    private static final int PREFIX = 10;
    private static final int ALIGNMENT = 64;

    private NpyWriter() {}

    /// Writes a file, replacing one that is there.
    static void write(Path file, HostTensor tensor) throws IOException {
        byte[] header = header(tensor);
        ByteBuffer bytes = ByteBuffer.allocate(PREFIX + header.length + 4 * tensor.values().length)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 1)
                .put((byte) 0);
        bytes.putShort((short) header.length).put(header);
        for (double value : tensor.values()) {
            if (tensor.integers()) {
                bytes.putInt((int) value);
            } else {
                bytes.putFloat((float) value);
            }
        }
        Files.write(file, bytes.array());
    }

    private static byte[] header(HostTensor tensor) {
        String shape =
                Arrays.stream(tensor.shape()).mapToObj(size -> size + ",").collect(Collectors.joining(" ", "(", ")"));
        String text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }"
                .formatted(tensor.integers() ? "<i4" : "<f4", shape);
        int padding = (ALIGNMENT - (PREFIX + text.length() + 1) % ALIGNMENT) % ALIGNMENT;
        return (text + " ".repeat(padding) + "\n").getBytes(StandardCharsets.US_ASCII);
    }
}
