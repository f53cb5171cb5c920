// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.util.Locale;
import java.util.Optional;

/// An element format: how many elements a block holds, in how many bytes, and how a block is decoded.
///
/// Names, type ids and geometry are ggml's (`ggml_type`).
public enum Format {
    /// IEEE single precision.
    F32(0, 1, 4, BlockUnits.of(4, 1), DenseCodec.F32),
    /// IEEE half precision.
    F16(1, 1, 2, BlockUnits.of(2, 1), DenseCodec.F16),
    /// Blocks of 32: one f16 scale, 32 quants of 4 bits around 8.
    Q4_0(2, 32, 18, BlockUnits.of(2, 1, 1, 16), new Q4_0Codec()),
    /// Blocks of 32: one f16 scale, 32 signed bytes.
    Q8_0(8, 32, 34, BlockUnits.of(2, 1, 1, 32), new Q8_0Codec()),
    /// Blocks of 32: f16 scale, f16 sum, 32 signed bytes. Activations only.
    Q8_1(9, 32, 36, BlockUnits.of(2, 2, 1, 32), new Q8_1Codec()),
    /// Blocks of 256: f16 scale and minimum of eight 6-bit scales and minima, 256 quants of 4 bits.
    Q4_K(12, 256, 144, BlockUnits.of(2, 2, 1, 140), new Q4_KCodec()),
    /// Blocks of 256: 256 quants of 6 bits in two fields, sixteen 8-bit scales, one f16 scale.
    Q6_K(14, 256, 210, BlockUnits.of(1, 208, 2, 1), new Q6_KCodec()),
    /// Blocks of 256: f32 scale, 256 signed bytes, 16 partial sums. Activations only.
    Q8_K(15, 256, 292, BlockUnits.of(4, 1, 1, 256, 2, 16), new Q8_KCodec()),
    /// Signed 8-bit integers.
    I8(24, 1, 1, BlockUnits.of(1, 1), DenseCodec.I8),
    /// Signed 16-bit integers.
    I16(25, 1, 2, BlockUnits.of(2, 1), DenseCodec.I16),
    /// Signed 32-bit integers.
    I32(26, 1, 4, BlockUnits.of(4, 1), DenseCodec.I32),
    /// Signed 64-bit integers; decoded to the nearest f32.
    I64(27, 1, 8, BlockUnits.of(8, 1), DenseCodec.I64),
    /// IEEE double precision; decoded to the nearest f32.
    F64(28, 1, 8, BlockUnits.of(8, 1), DenseCodec.F64),
    /// The upper half of IEEE single precision.
    BF16(30, 1, 2, BlockUnits.of(2, 1), DenseCodec.BF16);

    private final int typeId;
    private final int blockElements;
    private final int blockBytes;
    private final BlockUnits units;
    private final Codec codec;

    Format(int typeId, int blockElements, int blockBytes, BlockUnits units, Codec codec) {
        this.typeId = typeId;
        this.blockElements = blockElements;
        this.blockBytes = blockBytes;
        this.units = units;
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

    /// Returns the fields of a block as a row tile interleaves them.
    ///
    /// @return the units, in order
    public BlockUnits units() {
        return units;
    }

    /// Returns the decoder of this format's blocks.
    ///
    /// @return the stateless codec
    public Codec codec() {
        return codec;
    }

    /// Tells whether a block is a single element.
    ///
    /// @return true for floats and integers, whose codec is an [ElementCodec]
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
