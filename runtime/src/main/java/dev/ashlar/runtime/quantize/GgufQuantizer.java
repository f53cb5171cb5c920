// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufWriter;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Quantizes whole GGUF files.
///
/// Metadata is kept, except for the type of the file; vectors and norms keep their format. Memory is bounded by the
/// number of threads, not by the model. The target appears under its name only when it is complete.
public final class GgufQuantizer {
    private static final int QUANTIZATION_VERSION = 2;
    private static final int COPY_BYTES = 1 << 22;

    private final GgufFile file;
    private final Options options;
    private final QuantizationListener listener;
    private final long totalElements;
    private long doneElements;

    private GgufQuantizer(GgufFile file, Options options, QuantizationListener listener) {
        this.file = file;
        this.options = options;
        this.listener = listener;
        this.totalElements =
                file.tensors().stream().mapToLong(TensorInfo::elementCount).sum();
    }

    /// What to do.
    ///
    /// @param type the format or mixture
    /// @param outputFormat what the output matrix gets instead of the type's choice; it has a quantizer
    /// @param threads how many threads convert, at least 1
    public record Options(QuantizationType type, Optional<Format> outputFormat, int threads) {
        /// Checks the values.
        public Options {
            if (threads < 1) {
                throw new IllegalArgumentException("threads is %d, expected at least 1".formatted(threads));
            }
            if (outputFormat.isPresent()
                    && Quantizers.create(outputFormat.get()).isEmpty()) {
                throw new IllegalArgumentException(
                        "no quantizer for " + outputFormat.get().spelling());
            }
        }

        /// Makes options that leave everything else to the type.
        ///
        /// @param type the format or mixture
        /// @return the options, with a thread per processor
        public static Options of(QuantizationType type) {
            return new Options(type, Optional.empty(), Runtime.getRuntime().availableProcessors());
        }
    }

    /// What was done.
    ///
    /// @param sourceBytes size of the tensors before
    /// @param targetBytes size of the tensors after
    /// @param formats how many tensors have each format now
    public record Summary(long sourceBytes, long targetBytes, Map<Format, Integer> formats) {
        /// Copies the map, in the order of the formats.
        public Summary {
            Map<Format, Integer> copy = new EnumMap<>(Format.class);
            copy.putAll(formats);
            formats = Collections.unmodifiableMap(copy);
        }
    }

    /// Quantizes a file.
    ///
    /// @param source a GGUF file; of a split model its first part
    /// @param target the file to write, another one
    /// @param options what to do
    /// @param listener hears how it goes on
    /// @return what was done
    /// @throws GgufException if a file cannot be read or written, or a value cannot be stored
    public static Summary quantize(Path source, Path target, Options options, QuantizationListener listener) {
        try (GgufFile file = GgufFile.open(source)) {
            if (Files.exists(target) && Files.isSameFile(source, target)) {
                throw GgufException.unusable(target, "is the file to read, expected another one to write");
            }
            return new GgufQuantizer(file, options, listener).write(target);
        } catch (IOException e) {
            throw GgufException.unusable(target, "cannot be compared with the source: %s".formatted(e.getMessage()));
        }
    }

    private Summary write(Path target) {
        GgufWriter writer = new GgufWriter(target);
        file.metadata().values().forEach((key, value) -> {
            if (!key.startsWith("split.")) {
                writer.put(key, value);
            }
        });
        writer.putUint32("general.quantization_version", QUANTIZATION_VERSION);
        writer.putUint32("general.file_type", options.type().fileType());
        FormatChoice choice = new FormatChoice(options.type(), options.outputFormat(), ModelShape.of(file));
        Map<Format, Integer> formats = new EnumMap<>(Format.class);
        List<TensorInfo> infos = file.tensors();
        long targetBytes = 0;
        EnumSet<Format> requantized = EnumSet.noneOf(Format.class);
        try (ParallelEncoder encoder = new ParallelEncoder(file.path(), options.threads())) {
            for (int i = 0; i < infos.size(); i++) {
                TensorInfo info = infos.get(i);
                FormatChoice.Choice chosen = choice.choose(info);
                chosen.note().ifPresent(listener::note);
                Format format = chosen.format();
                if (!info.format().isDense() && format != info.format()) {
                    requantized.add(info.format());
                }
                int index = i;
                writer.tensor(info.name(), format, info.shape(), out -> {
                    listener.tensor(index, infos.size(), info, format);
                    writeTensor(encoder, info, format, out);
                });
                formats.merge(format, 1, Integer::sum);
                targetBytes += format.bytesOf(info.elementCount());
            }
            requantizing(requantized).ifPresent(listener::note);
            writer.write();
        }
        long sourceBytes = infos.stream().mapToLong(TensorInfo::sizeBytes).sum();
        return new Summary(sourceBytes, targetBytes, formats);
    }

    private static Optional<String> requantizing(Set<Format> formats) {
        if (formats.isEmpty()) {
            return Optional.empty();
        }
        String names = formats.stream().map(Format::spelling).collect(Collectors.joining(", "));
        return Optional.of(
                "the source has tensors in %s: to quantize them again loses more than to quantize the f32, f16 or bf16 original"
                        .formatted(names));
    }

    private void writeTensor(ParallelEncoder encoder, TensorInfo info, Format format, WritableByteChannel out)
            throws IOException {
        MemorySegment bytes = file.bytes(info.name());
        if (format == info.format()) {
            copy(bytes, out);
            progress(info.elementCount());
        } else {
            encoder.encode(info, bytes, format, out, this::progress);
        }
    }

    private static void copy(MemorySegment bytes, WritableByteChannel out) throws IOException {
        for (long at = 0; at < bytes.byteSize(); at += COPY_BYTES) {
            out.write(bytes.asSlice(at, Math.min(COPY_BYTES, bytes.byteSize() - at))
                    .asByteBuffer());
        }
    }

    private void progress(long elements) {
        doneElements += elements;
        listener.progress(doneElements, totalElements);
    }
}
