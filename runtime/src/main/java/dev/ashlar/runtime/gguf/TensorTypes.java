// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import dev.ashlar.runtime.format.Format;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;

/// Says what is wrong with a tensor's type number.
final class TensorTypes {
    private TensorTypes() {}

    /// Describes a number that names no format.
    ///
    /// @param id the number in the file
    /// @return a problem for a message, with the numbers that are known
    static String unknown(int id) {
        String status = removed(id) ? "was removed from the file format" : "is not known";
        return "type id %s %s, expected one of %s".formatted(Integer.toUnsignedString(id), status, known());
    }

    private static boolean removed(int id) {
        return id == 4 || id == 5 || id >= 31 && id <= 33 || id >= 36 && id <= 38;
    }

    private static String known() {
        return Arrays.stream(Format.values())
                .sorted(Comparator.comparingInt(Format::typeId))
                .map(format -> "%d (%s)".formatted(format.typeId(), format.spelling()))
                .collect(Collectors.joining(", "));
    }
}
