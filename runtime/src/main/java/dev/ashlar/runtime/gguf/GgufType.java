// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.util.Locale;
import java.util.Optional;

/// The type of a metadata value; the order is that of the type numbers in a file.
public enum GgufType {
    /// Unsigned 8-bit integer.
    UINT8(1),
    /// Signed 8-bit integer.
    INT8(1),
    /// Unsigned 16-bit integer.
    UINT16(2),
    /// Signed 16-bit integer.
    INT16(2),
    /// Unsigned 32-bit integer.
    UINT32(4),
    /// Signed 32-bit integer.
    INT32(4),
    /// IEEE single precision.
    FLOAT32(4),
    /// One byte, 0 or 1.
    BOOL(1),
    /// A 64-bit length and that many bytes of UTF-8.
    STRING(8),
    /// An element type, a 64-bit count and that many values.
    ARRAY(12),
    /// Unsigned 64-bit integer.
    UINT64(8),
    /// Signed 64-bit integer.
    INT64(8),
    /// IEEE double precision.
    FLOAT64(8);

    private final int minimumBytes;

    GgufType(int minimumBytes) {
        this.minimumBytes = minimumBytes;
    }

    /// Returns the least space that a value takes in a file: its size, or the size of the head of a string or array.
    ///
    /// @return bytes
    public int minimumBytes() {
        return minimumBytes;
    }

    /// Tells whether values are integers.
    ///
    /// @return true for the signed and unsigned integers of any width
    public boolean isInteger() {
        return switch (this) {
            case UINT8, INT8, UINT16, INT16, UINT32, INT32, UINT64, INT64 -> true;
            case FLOAT32, FLOAT64, BOOL, STRING, ARRAY -> false;
        };
    }

    /// Tells whether values are floating-point numbers.
    ///
    /// @return true for [#FLOAT32] and [#FLOAT64]
    public boolean isFloat() {
        return this == FLOAT32 || this == FLOAT64;
    }

    /// Returns the name for messages.
    ///
    /// @return lower case, `uint32` for [#UINT32]
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Finds a type by its number in a file.
    ///
    /// @param id 0 to 12
    /// @return empty for any other number
    public static Optional<GgufType> ofId(int id) {
        return id >= 0 && id < values().length ? Optional.of(values()[id]) : Optional.empty();
    }

    /// Returns the number of this type in a file.
    ///
    /// @return 0 to 12
    public int id() {
        return ordinal();
    }
}
