// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

import dev.ashlar.runtime.gguf.ModelIdentity;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.Relayout;
import dev.ashlar.runtime.tensor.TensorView;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;

/// A folder that keeps relaid-out weights of one model, a file for each, so that the next start maps them.
///
/// An entry begins with a page: the bytes `ASHLARPP`, then the SHA-256 of what it is made from (model, tensor,
/// layout, version of this form), then the CRC-32C of the weight as 32 bits, little-endian, and zeros. The
/// weight follows up to the end of the file. Nothing of an entry is believed: the size, the digest and the
/// checksum must be those expected, or the entry is ignored and written again. Entries appear under their names
/// complete, so that any number of processes may write at the same time. Thread-safe.
///
/// A folder that others may write to is not safe: an entry that is cut off while it is mapped ends the process.
public final class PrepackCache {
    private static final byte[] MAGIC = "ASHLARPP".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 2;
    private static final int DIGEST_BYTES = 32;
    private static final int PAGE_BYTES = 4096;
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int NAME_BYTES = 12;

    private final Path folder;
    private final ModelIdentity model;
    private final AtomicInteger problems = new AtomicInteger();
    private final AtomicReference<String> firstProblem = new AtomicReference<>("");

    /// Uses a folder.
    ///
    /// @param folder exists
    /// @param model whose weights are kept
    public PrepackCache(Path folder, ModelIdentity model) {
        this.folder = folder;
        this.model = model;
    }

    /// Maps a relaid-out weight.
    ///
    /// @param name of the weight
    /// @param weight as the model has it
    /// @param target the arrangement
    /// @param scope unmaps it
    /// @return a read-only view, or empty if there is no entry, or none that can be used
    public Optional<TensorView> find(String name, TensorView weight, LayoutClass target, Arena scope) {
        Path file = file(name, target);
        long bytes = Relayout.bytes(weight.format(), target, weight.shape());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() != PAGE_BYTES + bytes) {
                return ignore(file, "has %,d bytes, expected %,d".formatted(channel.size(), PAGE_BYTES + bytes));
            }
            MemorySegment mapped = channel.map(MapMode.READ_ONLY, 0, PAGE_BYTES + bytes, scope);
            MemorySegment page = mapped.asSlice(0, PAGE_BYTES);
            if (!sameKey(page, page(name, weight, target))) {
                return ignore(file, "belongs to another version of the model or of Ashlar");
            }
            MemorySegment content = mapped.asSlice(PAGE_BYTES);
            int checksum = page.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getInt(MAGIC.length + DIGEST_BYTES);
            if (checksum(content) != checksum) {
                return ignore(file, "is damaged: its checksum is wrong");
            }
            return Optional.of(Relayout.over(content, weight, target));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return ignore(file, "cannot be read: " + e.getMessage());
        }
    }

    private static boolean sameKey(MemorySegment page, ByteBuffer expected) {
        int length = MAGIC.length + DIGEST_BYTES;
        return page.asSlice(0, length).mismatch(MemorySegment.ofBuffer(expected).asSlice(0, length)) < 0;
    }

    private Optional<TensorView> ignore(Path file, String problem) {
        problems.incrementAndGet();
        firstProblem.compareAndSet("", "'%s' %s".formatted(file.getFileName(), problem));
        return Optional.empty();
    }

    /// Keeps a relaid-out weight. A folder that cannot be written to is a problem that [#problem] tells.
    ///
    /// @param name of the weight
    /// @param weight relaid out
    /// @param target the arrangement
    public void put(String name, TensorView weight, LayoutClass target) {
        Path file = file(name, target);
        Path partial = file.resolveSibling("." + UUID.randomUUID() + ".partial");
        try {
            try (FileChannel channel =
                    FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                MemorySegment content = weight.storage().asSlice(0, weight.byteSize());
                ByteBuffer page = page(name, weight, target);
                page.putInt(MAGIC.length + DIGEST_BYTES, checksum(content));
                write(channel, MemorySegment.ofBuffer(page));
                write(channel, content);
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            ignore(file, "cannot be written: " + e.getMessage());
            remove(partial);
        }
    }

    private void remove(Path partial) {
        try {
            Files.deleteIfExists(partial);
        } catch (IOException e) {
            ignore(partial, "cannot be removed: " + e.getMessage());
        }
    }

    private static void write(FileChannel channel, MemorySegment bytes) throws IOException {
        for (long at = 0; at < bytes.byteSize(); at += CHUNK_BYTES) {
            ByteBuffer chunk = bytes.asSlice(at, Math.min(CHUNK_BYTES, bytes.byteSize() - at))
                    .asByteBuffer();
            while (chunk.hasRemaining()) {
                channel.write(chunk);
            }
        }
    }

    /// Returns what was wrong with entries so far, as one line.
    ///
    /// @return empty if nothing was wrong
    public Optional<String> problem() {
        int count = problems.get();
        if (count == 0) {
            return Optional.empty();
        }
        return Optional.of("prepack cache '%s': %s is ignored: %s"
                .formatted(folder, count == 1 ? "one entry" : count + " entries", firstProblem.get()));
    }

    /// The name says which weight of which model file it is; whether it is of this very file, the content says.
    private Path file(String name, LayoutClass target) {
        ModelIdentity anyTime = new ModelIdentity(model.files(), "", model.header());
        byte[] digest = anyTime.digest(name + "\0" + target.spelling());
        return folder.resolve(HexFormat.of().formatHex(digest, 0, NAME_BYTES) + ".prepacked");
    }

    private ByteBuffer page(String name, TensorView weight, LayoutClass target) {
        String what = String.join(
                "\0",
                name,
                weight.format().spelling(),
                Arrays.toString(weight.shape()),
                target.spelling(),
                Integer.toString(VERSION));
        ByteBuffer page = ByteBuffer.allocate(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return page.put(MAGIC).put(model.digest(what)).rewind();
    }

    private static int checksum(MemorySegment content) {
        CRC32C checksum = new CRC32C();
        for (long at = 0; at < content.byteSize(); at += CHUNK_BYTES) {
            checksum.update(content.asSlice(at, Math.min(CHUNK_BYTES, content.byteSize() - at))
                    .asByteBuffer());
        }
        return (int) checksum.getValue();
    }
}
