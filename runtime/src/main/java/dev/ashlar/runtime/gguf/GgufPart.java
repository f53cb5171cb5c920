// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// One file of a model, mapped, with its header read and checked.
record GgufPart(
        Path path, MemorySegment bytes, int version, int alignment, GgufMetadata metadata, List<TensorInfo> tensors) {
    static final int MAGIC = 0x46554747;
    private static final int MAGIC_SWAPPED = 0x47475546;
    private static final int HEADER_BYTES = 24;
    static final String ALIGNMENT_KEY = "general.alignment";
    private static final int DEFAULT_ALIGNMENT = 32;
    private static final int MAX_ALIGNMENT = 1 << 20;

    static GgufPart open(Path path, Arena arena) {
        return read(path, map(path, arena));
    }

    private static MemorySegment map(Path path, Arena arena) {
        if (Files.isDirectory(path)) {
            throw GgufException.ofFile(path, "is a directory, expected a GGUF file");
        }
        if (Files.notExists(path)) {
            throw GgufException.ofFile(path, "no such file");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size == 0) {
                throw GgufException.ofFile(path, "is empty, expected a GGUF file");
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
        } catch (IOException e) {
            throw GgufException.ofFile(path, "cannot be read: %s".formatted(IoProblem.describe(e)), e);
        } catch (UnsupportedOperationException e) {
            throw GgufException.ofFile(path, "cannot be mapped: it is not in the default file system", e);
        }
    }

    static GgufPart read(Path path, MemorySegment bytes) {
        Cursor cursor = new Cursor(path, bytes);
        checkMagic(cursor);
        int version = version(cursor);
        if (cursor.remaining() < HEADER_BYTES - cursor.position()) {
            throw cursor.fault(
                    cursor.size(), "the file ends in its header of %d bytes: it is truncated".formatted(HEADER_BYTES));
        }
        long tensors = cursor.count("tensors", TensorTable.MINIMUM_INFO_BYTES);
        if (tensors > TensorTable.MAX_TENSORS) {
            throw cursor.fault(
                    cursor.position() - Long.BYTES,
                    "%d tensors, expected at most %d".formatted(tensors, TensorTable.MAX_TENSORS));
        }
        long pairs = cursor.count("metadata pairs", MetadataReader.MINIMUM_PAIR_BYTES);
        GgufMetadata metadata = new MetadataReader(cursor).read(pairs);
        int alignment = alignment(path, metadata);
        List<TensorInfo> infos = new TensorTable(cursor).read(tensors, alignment);
        return new GgufPart(path, bytes, version, alignment, metadata, infos);
    }

    private static void checkMagic(Cursor cursor) {
        int magic = cursor.i32("the magic number");
        if (magic == MAGIC_SWAPPED) {
            throw bigEndian(cursor);
        }
        if (magic != MAGIC) {
            throw cursor.fault(
                    0,
                    "begins with 0x%08x, expected 'GGUF': this is no GGUF file".formatted(Integer.reverseBytes(magic)));
        }
    }

    private static int version(Cursor cursor) {
        int version = cursor.i32("the version");
        if (version != 0 && (version & 0xffff) == 0) {
            throw bigEndian(cursor);
        }
        if (version != 2 && version != 3) {
            throw cursor.fault(
                    4,
                    "version %s, expected 2 or 3: convert the model again"
                            .formatted(Integer.toUnsignedString(version)));
        }
        return version;
    }

    private static GgufException bigEndian(Cursor cursor) {
        return cursor.fault(0, "is big-endian, expected little-endian: convert the model for this byte order");
    }

    static int alignment(Path path, GgufMetadata metadata) {
        long alignment = metadata.findLong(ALIGNMENT_KEY).orElse((long) DEFAULT_ALIGNMENT);
        if (alignment < 1 || alignment > MAX_ALIGNMENT || Long.bitCount(alignment) != 1) {
            throw GgufException.ofKey(
                    path.toString(),
                    ALIGNMENT_KEY,
                    "is %d, expected a power of two of at most %d".formatted(alignment, MAX_ALIGNMENT));
        }
        return (int) alignment;
    }
}
