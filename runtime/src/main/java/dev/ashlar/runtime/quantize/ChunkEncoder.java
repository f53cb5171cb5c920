// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// Converts a run of blocks of a tensor from one format to another. It keeps its memory for the next run.
final class ChunkEncoder {
    /// How many elements are converted at a time: a multiple of every block.
    static final int CHUNK_ELEMENTS = 1 << 18;

    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final TensorInfo info;
    private final MemorySegment source;
    private final Format target;
    private final BlockQuantizer quantizer;
    private final float[] values;
    private final byte[] bytes;

    ChunkEncoder(Path file, TensorInfo info, MemorySegment source, Format target) {
        this.file = file;
        this.info = info;
        this.source = source;
        this.target = target;
        this.quantizer = Quantizers.create(target)
                .orElseThrow(() -> new IllegalStateException("no quantizer for " + target.spelling()));
        int most = (int) Math.min(CHUNK_ELEMENTS, info.elementCount());
        this.values = new float[most];
        this.bytes = new byte[Math.toIntExact(target.bytesOf(most))];
    }

    /// The bytes of the last run; only the first ones, as many as its elements take, belong to it.
    byte[] bytes() {
        return bytes;
    }

    /// Converts one run.
    ///
    /// @param firstElement a multiple of [#CHUNK_ELEMENTS]
    /// @param count at most [#CHUNK_ELEMENTS]
    /// @throws GgufException if a value is not finite or too large
    void encode(long firstElement, int count) {
        decode(firstElement, count);
        check(firstElement, count);
        int blockElements = target.blockElements();
        int blockBytes = target.blockBytes();
        for (int block = 0; block < count / blockElements; block++) {
            quantizer.quantize(values, block * blockElements, bytes, block * blockBytes);
        }
    }

    private void decode(long firstElement, int count) {
        Format format = info.format();
        if (format == Format.F32) {
            MemorySegment.copy(source, FLOAT, firstElement * Float.BYTES, values, 0, count);
            return;
        }
        long offset = format.bytesOf(firstElement);
        for (int at = 0; at < count; at += format.blockElements()) {
            format.codec().decode(source, offset, values, at);
            offset += format.blockBytes();
        }
    }

    private void check(long firstElement, int count) {
        Quantizers.problem(values, count, firstElement, target).ifPresent(problem -> {
            throw GgufException.unusableTensor(file, info.name(), problem);
        });
    }
}
