// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An open GGUF model: its metadata, and its tensors mapped into memory.
///
/// Opening maps the file, and the further parts of a split model, and checks everything that the header says before
/// anything is allocated for it; every fault is a [GgufException]. Tensor bytes are not read, but where they lie is
/// checked. All memory handed out is read only, off-heap, and gone after [#close].
///
/// A file must not be changed while it is open. If another process truncates it, reading the lost pages raises an
/// [InternalError], and a kernel that reads by address is stopped by the operating system.
public final class GgufFile implements AutoCloseable {
    private final Arena arena;
    private final List<GgufPart> parts;
    private final GgufPart first;
    private final List<TensorInfo> tensors;
    private final Map<String, Located> located;

    private record Located(TensorInfo info, MemorySegment bytes) {}

    private GgufFile(Arena arena, List<GgufPart> parts) {
        this.arena = arena;
        this.parts = parts;
        this.first = parts.getFirst();
        this.located = locate(parts);
        List<TensorInfo> infos = new ArrayList<>();
        located.values().forEach(entry -> infos.add(entry.info()));
        this.tensors = List.copyOf(infos);
    }

    /// Opens a model.
    ///
    /// @param path a GGUF file; of a split model its first part
    /// @return the open file; the caller closes it
    /// @throws GgufException if the file cannot be read or says something wrong
    public static GgufFile open(Path path) {
        Arena arena = Arena.ofShared();
        try {
            GgufPart first = GgufPart.open(path, arena);
            return new GgufFile(arena, SplitModel.open(first, arena));
        } catch (Throwable e) {
            arena.close();
            throw e;
        }
    }

    private static Map<String, Located> locate(List<GgufPart> parts) {
        Map<String, Located> result = new LinkedHashMap<>();
        for (GgufPart part : parts) {
            for (TensorInfo info : part.tensors()) {
                MemorySegment bytes = part.bytes().asSlice(info.offsetBytes(), info.sizeBytes());
                if (result.putIfAbsent(info.name(), new Located(info, bytes)) != null) {
                    throw GgufException.ofTensor(part.path(), info.name(), "occurs in an earlier part, too");
                }
            }
        }
        return result;
    }

    /// Returns the path that was opened.
    ///
    /// @return of a split model the first part
    public Path path() {
        return first.path();
    }

    /// Returns the version of the file format.
    ///
    /// @return 2 or 3
    public int version() {
        return first.version();
    }

    /// Returns the alignment of tensors in the file.
    ///
    /// @return a power of two, in bytes
    public int alignmentBytes() {
        return first.alignment();
    }

    /// Returns the metadata.
    ///
    /// @return of a split model that of the first part
    public GgufMetadata metadata() {
        return first.metadata();
    }

    /// Returns what the file says about its tensors.
    ///
    /// @return unmodifiable, in the order of the file
    public List<TensorInfo> tensors() {
        return tensors;
    }

    /// Finds what the file says about a tensor.
    ///
    /// @param name the tensor's name
    /// @return empty if there is no such tensor
    public Optional<TensorInfo> find(String name) {
        return Optional.ofNullable(located.get(name)).map(Located::info);
    }

    /// Returns a tensor, as the file holds it: row-major, outermost dimension first.
    ///
    /// @param name the tensor's name
    /// @return a read-only view of the mapped file, valid until [#close]
    /// @throws GgufException if there is no such tensor
    public TensorView tensor(String name) {
        MemorySegment bytes = bytes(name);
        TensorInfo info = located.get(name).info();
        return TensorView.of(info.format(), bytes, info.shape());
    }

    /// Returns the bytes of a tensor.
    ///
    /// @param name the tensor's name
    /// @return read only, mapped, valid until [#close]; its address is aligned to no more than the file's alignment
    /// @throws GgufException if there is no such tensor
    public MemorySegment bytes(String name) {
        Located entry = located.get(name);
        if (entry == null) {
            throw GgufException.ofTensor(
                    path(), name, "is missing, expected one of the %d tensors of the file".formatted(tensors.size()));
        }
        return entry.bytes();
    }

    /// Says which model this is, for what is kept of it elsewhere.
    ///
    /// @return made of the header and of what the file system says; tensor bytes are not read
    /// @throws GgufException if the file system says nothing
    public ModelIdentity identity() {
        return ModelIdentity.of(parts);
    }

    /// Returns sizes and times of the last change of the files.
    ///
    /// @return a text that changes when a file is changed
    /// @throws GgufException if the file system says nothing
    public String stamp() {
        return ModelIdentity.stamp(parts);
    }

    /// Unmaps the file; all memory that it handed out becomes inaccessible.
    @Override
    public void close() {
        arena.close();
    }
}
