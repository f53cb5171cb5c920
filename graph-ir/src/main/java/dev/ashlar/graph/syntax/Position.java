// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

/// A range of a source text.
///
/// @param line of the first character, from 1
/// @param column of the first character in UTF-16 units, from 1
/// @param offset of the first character in UTF-16 units, from 0
/// @param length in UTF-16 units
public record Position(int line, int column, int offset, int length) {
    /// The beginning of a text: where something is that no text mentions.
    public static final Position START = new Position(1, 1, 0, 0);

    /// Returns the range from the start of this one to the end of another one.
    ///
    /// @param last ends at or after the start of this one
    /// @return the joined range
    public Position to(Position last) {
        return new Position(line, column, offset, last.offset + last.length - offset);
    }
}
