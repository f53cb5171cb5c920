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
        String status = Format.removedName(id).isPresent() ? "was removed from the file format" : "is not known";
        return "type id %s %s, expected one of %s".formatted(Integer.toUnsignedString(id), status, known());
    }

    private static String known() {
        return Arrays.stream(Format.values())
                .sorted(Comparator.comparingInt(Format::typeId))
                .map(format -> "%d (%s)".formatted(format.typeId(), format.spelling()))
                .collect(Collectors.joining(", "));
    }
}
