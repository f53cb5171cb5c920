// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// A file that is written beside its target under another name, and takes the target's name when it is complete.
final class AtomicFile implements AutoCloseable {
    private final Path target;
    private final Path partial;
    private final FileChannel channel;

    private AtomicFile(Path target, Path partial, FileChannel channel) {
        this.target = target;
        this.partial = partial;
        this.channel = channel;
    }

    static AtomicFile create(Path target) throws IOException {
        Path partial = target.resolveSibling(".%s.%s.partial"
                .formatted(target.getFileName(), UUID.randomUUID().toString().substring(0, 8)));
        FileChannel channel = FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new AtomicFile(target, partial, channel);
    }

    FileChannel channel() {
        return channel;
    }

    void commit() throws IOException {
        channel.force(true);
        channel.close();
        try {
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            Files.deleteIfExists(partial);
        }
    }
}
