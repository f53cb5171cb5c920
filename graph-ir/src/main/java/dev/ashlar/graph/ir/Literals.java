// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import java.util.List;
import java.util.stream.Collectors;

/// Writes attribute values as the literals that the parser reads back to equal values.
public final class Literals {
    private Literals() {}

    /// Writes one value.
    ///
    /// @param value `Long`, `Double`, `String`, `Boolean` or a list of these
    /// @return the literal
    public static String of(Object value) {
        return switch (value) {
            case String text -> quote(text);
            case List<?> list -> list.stream().map(Literals::of).collect(Collectors.joining(", ", "[", "]"));
            default -> value.toString();
        };
    }

    /// Writes a text with the escapes of scripts, braces included.
    ///
    /// @param text any
    /// @return in double quotes
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\', '{', '}' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
