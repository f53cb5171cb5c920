// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

import dev.ashlar.runtime.format.Format;

/// In which format a weight is delivered.
public sealed interface WeightEncoding {
    /// The format of the file.
    record KeepAsStored() implements WeightEncoding {}

    /// A dense floating-point format.
    ///
    /// @param format F32, F16 or BF16
    record DequantizeTo(Format format) implements WeightEncoding {
        /// Checks the format.
        public DequantizeTo {
            if (format != Format.F32 && format != Format.F16 && format != Format.BF16) {
                throw new IllegalArgumentException(
                        "dequantize to %s: expected f32, f16 or bf16".formatted(format.spelling()));
            }
        }
    }

    /// A packed format, encoded anew where the file has another.
    ///
    /// @param format a format that there is a quantizer for
    record RequantizeTo(Format format) implements WeightEncoding {
        /// Checks the format.
        public RequantizeTo {
            if (format.isDense()) {
                throw new IllegalArgumentException(
                        "requantize to %s: expected a packed format".formatted(format.spelling()));
            }
        }
    }
}
