// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import dev.ashlar.runtime.format.Format;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a whole model is quantized to: one format for nearly all matrices, or one of the usual mixtures.
///
/// Output and embedding get more bits than the rest in all but the dense types and Q8_0. Names and numbers are those
/// of llama.cpp's file types.
public enum QuantizationType {
    /// Single precision.
    F32(0, Format.F32),
    /// Half precision.
    F16(1, Format.F16),
    /// The upper half of single precision.
    BF16(32, Format.BF16),
    /// Q4_0 nearly everywhere.
    Q4_0(2, Format.Q4_0),
    /// Q4_1 nearly everywhere.
    Q4_1(3, Format.Q4_1),
    /// Q5_0 nearly everywhere.
    Q5_0(8, Format.Q5_0),
    /// Q5_1 nearly everywhere.
    Q5_1(9, Format.Q5_1),
    /// Q8_0 everywhere.
    Q8_0(7, Format.Q8_0),
    /// Q2_K, and Q3_K where it matters more.
    Q2_K(10, Format.Q2_K),
    /// Q3_K nearly everywhere.
    Q3_K_S(11, Format.Q3_K),
    /// Q3_K, and Q4_K or Q5_K where it matters more.
    Q3_K_M(12, Format.Q3_K),
    /// Q3_K, and Q5_K where it matters more.
    Q3_K_L(13, Format.Q3_K),
    /// Q4_K, and Q5_K in the first layers where it matters more.
    Q4_K_S(14, Format.Q4_K),
    /// Q4_K, and Q6_K in half of the layers where it matters more.
    Q4_K_M(15, Format.Q4_K),
    /// Q5_K nearly everywhere.
    Q5_K_S(16, Format.Q5_K),
    /// Q5_K, and Q6_K in half of the layers where it matters more.
    Q5_K_M(17, Format.Q5_K),
    /// Q6_K everywhere.
    Q6_K(18, Format.Q6_K),
    /// IQ4_NL, and Q5_K where it matters more.
    IQ4_NL(25, Format.IQ4_NL),
    /// Ternary, for weights that are ternary already.
    TQ1_0(36, Format.TQ1_0),
    /// Ternary, faster and larger, for weights that are ternary already.
    TQ2_0(37, Format.TQ2_0),
    /// MXFP4, output and embedding Q8_0.
    MXFP4(38, Format.MXFP4);

    private final int fileType;
    private final Format format;

    QuantizationType(int fileType, Format format) {
        this.fileType = fileType;
        this.format = format;
    }

    /// Returns the number that `general.file_type` names this type with.
    ///
    /// @return llama.cpp's number
    public int fileType() {
        return fileType;
    }

    /// Returns the format of most matrices.
    ///
    /// @return a format that has a quantizer
    public Format format() {
        return format;
    }

    /// Finds a type by name.
    ///
    /// @param name in upper or lower case; `Q3_K`, `Q4_K` and `Q5_K` mean the middle one of their mixtures
    /// @return empty if no type is called so
    public static Optional<QuantizationType> ofName(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        String full = List.of("Q3_K", "Q4_K", "Q5_K").contains(upper) ? upper + "_M" : upper;
        return Arrays.stream(values()).filter(type -> type.name().equals(full)).findFirst();
    }
}
