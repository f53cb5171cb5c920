// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/// Writes tensors one after another and holds each to its size.
final class TensorChannel implements WritableByteChannel {
    private final Path target;
    private final WritableByteChannel out;
    private String tensor = "";
    private long sizeBytes;
    private long writtenBytes;

    TensorChannel(Path target, WritableByteChannel out) {
        this.target = target;
        this.out = out;
    }

    void writeHeader(ByteBuffer header) throws IOException {
        drain(header);
    }

    void writeTensor(GgufWriter.Pending pending, int alignment) throws IOException {
        tensor = pending.name();
        sizeBytes = pending.sizeBytes();
        writtenBytes = 0;
        pending.data().writeTo(this);
        if (writtenBytes != sizeBytes) {
            throw GgufException.ofTensor(
                    target, tensor, "its data is %d bytes, expected %d".formatted(writtenBytes, sizeBytes));
        }
        long padding = Math.ceilDiv(sizeBytes, alignment) * alignment - sizeBytes;
        drain(ByteBuffer.allocate(Math.toIntExact(padding)));
    }

    @Override
    public int write(ByteBuffer src) throws IOException {
        int count = src.remaining();
        if (count > sizeBytes - writtenBytes) {
            throw GgufException.ofTensor(
                    target,
                    tensor,
                    "its data is at least %d bytes, expected %d".formatted(writtenBytes + count, sizeBytes));
        }
        drain(src);
        writtenBytes += count;
        return count;
    }

    private void drain(ByteBuffer src) throws IOException {
        while (src.hasRemaining()) {
            out.write(src);
        }
    }

    @Override
    public boolean isOpen() {
        return out.isOpen();
    }

    @Override
    public void close() {
        // The channel belongs to the writer, which closes the file.
    }
}
