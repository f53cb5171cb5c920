// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.util.Locale;
import java.util.Optional;

/// An element format: how many elements a block holds, in how many bytes, and how a block is decoded.
///
/// Names, type ids and geometry are ggml's (`ggml_type`).
public enum Format {
    /// IEEE single precision.
    F32(0, 1, 4, DenseCodecs::f32),
    /// IEEE half precision.
    F16(1, 1, 2, DenseCodecs::f16),
    /// Blocks of 32: one f16 scale, 32 quants of 4 bits around 8.
    Q4_0(2, 32, 18, new Q4_0Codec()),
    /// Blocks of 32: one f16 scale, 32 signed bytes.
    Q8_0(8, 32, 34, new Q8_0Codec()),
    /// Signed 32-bit integers.
    I32(26, 1, 4, DenseCodecs::i32),
    /// The upper half of IEEE single precision.
    BF16(30, 1, 2, DenseCodecs::bf16);

    private final int typeId;
    private final int blockElements;
    private final int blockBytes;
    private final Codec codec;

    Format(int typeId, int blockElements, int blockBytes, Codec codec) {
        this.typeId = typeId;
        this.blockElements = blockElements;
        this.blockBytes = blockBytes;
        this.codec = codec;
    }

    /// Returns the number that names this format in a GGUF tensor info.
    ///
    /// @return ggml's type id
    public int typeId() {
        return typeId;
    }

    /// Returns how many consecutive elements of a row one block holds.
    ///
    /// @return 1 for dense formats
    public int blockElements() {
        return blockElements;
    }

    /// Returns the size of a block.
    ///
    /// @return bytes
    public int blockBytes() {
        return blockBytes;
    }

    /// Returns the decoder of this format's blocks.
    ///
    /// @return the stateless codec
    public Codec codec() {
        return codec;
    }

    /// Tells whether a block is a single element.
    ///
    /// @return true for F32, F16, BF16, I32
    public boolean isDense() {
        return blockElements == 1;
    }

    /// Returns the size of a run of elements.
    ///
    /// @param elementCount a multiple of [#blockElements]
    /// @return bytes
    /// @throws ArithmeticException if the size does not fit a long
    public long bytesOf(long elementCount) {
        return Math.multiplyExact(elementCount / blockElements, (long) blockBytes);
    }

    /// Returns the name that scripts use, `q4_0` for [#Q4_0].
    ///
    /// @return lower case
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Finds a format by the name that scripts use.
    ///
    /// @param spelling as [#spelling] returns it
    /// @return empty if no format is spelled so
    public static Optional<Format> ofSpelling(String spelling) {
        for (Format format : values()) {
            if (format.spelling().equals(spelling)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /// Finds a format by its number in a GGUF tensor info.
    ///
    /// @param typeId ggml's type id
    /// @return empty if the number names no known format
    public static Optional<Format> ofTypeId(int typeId) {
        for (Format format : values()) {
            if (format.typeId == typeId) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
