// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.common;

import dev.ashlar.runtime.format.Format;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which int8 form of activations the integer dot product of a weight format takes.
public final class Activations {
    /// The int8 forms.
    public static final List<Format> FORMATS = List.of(Format.Q8_0, Format.Q8_1, Format.Q8_K);

    private static final Set<Format> PLAIN = Set.of(Format.Q4_0, Format.Q5_0, Format.Q8_0, Format.IQ4_NL, Format.MXFP4);
    private static final Set<Format> OFFSET = Set.of(Format.Q4_1, Format.Q5_1);
    private static final Set<Format> SUPER_BLOCKS =
            Set.of(Format.Q2_K, Format.Q3_K, Format.Q4_K, Format.Q5_K, Format.Q6_K, Format.TQ1_0, Format.TQ2_0);

    private Activations() {}

    /// Tells whether weights are -1, 0 or 1 times a scale, as BitNet has them.
    ///
    /// @param weight any format
    /// @return true for TQ1_0 and TQ2_0
    public static boolean isTernary(Format weight) {
        return weight == Format.TQ1_0 || weight == Format.TQ2_0;
    }

    /// Returns the int8 form for a weight format.
    ///
    /// @param weight any format
    /// @return empty if there is no integer dot product for it
    public static Optional<Format> of(Format weight) {
        if (PLAIN.contains(weight)) {
            return Optional.of(Format.Q8_0);
        }
        if (OFFSET.contains(weight)) {
            return Optional.of(Format.Q8_1);
        }
        return SUPER_BLOCKS.contains(weight) ? Optional.of(Format.Q8_K) : Optional.empty();
    }

    /// Returns the formats that a weight can have.
    ///
    /// @return all floats and quantized formats but those of activations alone
    public static List<Format> weightFormats() {
        Set<Format> floats = Set.of(Format.F32, Format.F16, Format.BF16);
        return Arrays.stream(Format.values())
                .filter(format -> floats.contains(format) || !format.isDense())
                .filter(format -> format != Format.Q8_1 && format != Format.Q8_K)
                .toList();
    }
}
