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
///
/// Nothing is left of an incomplete one when it is closed, nor when the process is told to end before.
final class AtomicFile implements AutoCloseable {
    private final Path target;
    private final Path partial;
    private final FileChannel channel;
    private final Thread remover;

    private AtomicFile(Path target, Path partial, FileChannel channel) {
        this.target = target;
        this.partial = partial;
        this.channel = channel;
        this.remover = new Thread(this::removeAtExit, "ashlar-partial-file");
    }

    static AtomicFile create(Path target) throws IOException {
        Path partial = target.resolveSibling(".%s.%s.partial"
                .formatted(target.getFileName(), UUID.randomUUID().toString().substring(0, 8)));
        FileChannel channel = FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        AtomicFile file = new AtomicFile(target, partial, channel);
        try {
            Runtime.getRuntime().addShutdownHook(file.remover);
        } catch (IllegalStateException e) {
            file.close();
            throw new IOException("the process is ending", e);
        }
        return file;
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

    private void removeAtExit() {
        try {
            Files.deleteIfExists(partial);
        } catch (IOException e) {
            // The process ends and nobody is left to tell; the name of the file says that it is partial.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            Files.deleteIfExists(partial);
            forgetRemover();
        }
    }

    private void forgetRemover() {
        try {
            Runtime.getRuntime().removeShutdownHook(remover);
        } catch (IllegalStateException e) {
            // The process is ending: the remover runs, and finds nothing to do.
            return;
        }
    }
}
