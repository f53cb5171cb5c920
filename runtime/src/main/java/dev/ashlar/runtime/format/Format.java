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
    /// Blocks of 32: f16 scale and minimum, 32 quants of 4 bits.
    Q4_1(3, 32, 20, BlockUnits.of(2, 2, 1, 16), new Q4_1Codec()),
    /// Blocks of 32: one f16 scale, 32 quants of 5 bits around 16.
    Q5_0(6, 32, 22, BlockUnits.of(2, 1, 4, 1, 1, 16), new Q5_0Codec()),
    /// Blocks of 32: f16 scale and minimum, 32 quants of 5 bits.
    Q5_1(7, 32, 24, BlockUnits.of(2, 2, 4, 1, 1, 16), new Q5_1Codec()),
    /// Blocks of 32: one f16 scale, 32 signed bytes.
    Q8_0(8, 32, 34, BlockUnits.of(2, 1, 1, 32), new Q8_0Codec()),
    /// Blocks of 32: f16 scale, f16 sum, 32 signed bytes. Activations only.
    Q8_1(9, 32, 36, BlockUnits.of(2, 2, 1, 32), new Q8_1Codec()),
    /// Blocks of 256: sixteen 4-bit scales and minima, 256 quants of 2 bits, f16 scale and minimum of those.
    Q2_K(10, 256, 84, BlockUnits.of(1, 80, 2, 2), new Q2_KCodec()),
    /// Blocks of 256: 256 quants of 3 bits in two fields, sixteen 6-bit scales, one f16 scale.
    Q3_K(11, 256, 110, BlockUnits.of(1, 108, 2, 1), new Q3_KCodec()),
    /// Blocks of 256: f16 scale and minimum of eight 6-bit scales and minima, 256 quants of 4 bits.
    Q4_K(12, 256, 144, BlockUnits.of(2, 2, 1, 140), new Q4_KCodec()),
    /// Blocks of 256: f16 scale and minimum of eight 6-bit scales and minima, 256 quants of 5 bits.
    Q5_K(13, 256, 176, BlockUnits.of(2, 2, 1, 172), new Q5_KCodec()),
    /// Blocks of 256: 256 quants of 6 bits in two fields, sixteen 8-bit scales, one f16 scale.
    Q6_K(14, 256, 210, BlockUnits.of(1, 208, 2, 1), new Q6_KCodec()),
    /// Blocks of 256: f32 scale, 256 signed bytes, 16 partial sums. Activations only.
    Q8_K(15, 256, 292, BlockUnits.of(4, 1, 1, 256, 2, 16), new Q8_KCodec()),
    /// Blocks of 256: points of a grid of 256 with signs, 2.06 bits an element.
    IQ2_XXS(16, 256, 66, BlockUnits.of(2, 1, 4, 16), new IQ2_XXSCodec()),
    /// Blocks of 256: points of a grid of 512 with signs, 2.31 bits an element.
    IQ2_XS(17, 256, 74, BlockUnits.of(2, 33, 1, 8), new IQ2_XSCodec()),
    /// Blocks of 256: points of a grid of 256 with signs, 3.06 bits an element.
    IQ3_XXS(18, 256, 98, BlockUnits.of(2, 1, 1, 64, 4, 8), new IQ3_XXSCodec()),
    /// Blocks of 256: points of a ternary grid of 2048, shifted, 1.56 bits an element.
    IQ1_S(19, 256, 50, BlockUnits.of(2, 1, 1, 32, 2, 8), new IQ1_SCodec()),
    /// Blocks of 32: one f16 scale, 32 indices into 16 uneven values.
    IQ4_NL(20, 32, 18, BlockUnits.of(2, 1, 1, 16), new IQ4_NLCodec()),
    /// Blocks of 256: points of a grid of 512 with signs, 3.44 bits an element.
    IQ3_S(21, 256, 110, BlockUnits.of(2, 1, 1, 108), new IQ3_SCodec()),
    /// Blocks of 256: points of a grid of 1024 with signs, 2.56 bits an element.
    IQ2_S(22, 256, 82, BlockUnits.of(2, 1, 1, 80), new IQ2_SCodec()),
    /// Blocks of 256: eight 6-bit scales, 256 indices into 16 uneven values.
    IQ4_XS(23, 256, 136, BlockUnits.of(2, 2, 1, 132), new IQ4_XSCodec()),
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
    /// Blocks of 256: points of a ternary grid of 2048, shifted, 1.75 bits an element.
    IQ1_M(29, 256, 56, BlockUnits.of(1, 48, 2, 4), new IQ1_MCodec()),
    /// The upper half of IEEE single precision.
    BF16(30, 1, 2, BlockUnits.of(2, 1), DenseCodec.BF16),
    /// Blocks of 256: ternary digits, five in a byte, one f16 scale.
    TQ1_0(34, 256, 54, BlockUnits.of(1, 52, 2, 1), new TQ1_0Codec()),
    /// Blocks of 256: ternary digits, four in a byte, one f16 scale.
    TQ2_0(35, 256, 66, BlockUnits.of(1, 64, 2, 1), new TQ2_0Codec()),
    /// Blocks of 32: one power of two, 32 floats of 4 bits.
    MXFP4(39, 32, 17, BlockUnits.of(1, 17), new MXFP4Codec()),
    /// Blocks of 64: four 8-bit float scales, 64 floats of 4 bits.
    NVFP4(40, 64, 36, BlockUnits.of(1, 36), new NVFP4Codec()),
    /// Blocks of 128: one f16 scale, 128 signs.
    Q1_0(41, 128, 18, BlockUnits.of(2, 1, 1, 16), new Q1_0Codec()),
    /// Blocks of 64: one f16 scale, 64 quants of 2 bits around 1.
    Q2_0(42, 64, 18, BlockUnits.of(2, 1, 1, 16), new Q2_0Codec());

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

    /// Finds the name of a format that ggml once had under a number and removed.
    ///
    /// @param typeId ggml's type id
    /// @return empty if the number was never used, or is in use
    public static Optional<String> removedName(int typeId) {
        return switch (typeId) {
            case 4 -> Optional.of("Q4_2");
            case 5 -> Optional.of("Q4_3");
            case 31 -> Optional.of("Q4_0_4_4");
            case 32 -> Optional.of("Q4_0_4_8");
            case 33 -> Optional.of("Q4_0_8_8");
            case 36 -> Optional.of("IQ4_NL_4_4");
            case 37 -> Optional.of("IQ4_NL_4_8");
            case 38 -> Optional.of("IQ4_NL_8_8");
            default -> Optional.empty();
        };
    }
}
