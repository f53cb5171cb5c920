// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

/// A part of a text, and whether control tokens are recognised in it.
///
/// The parts of one text are encoded as one: a segment's end is no border between tokens.
///
/// @param text the characters
/// @param kind who wrote them
public record TextSegment(String text, Kind kind) {
    /// Who wrote a segment.
    public enum Kind {
        /// A template: the spelling of a control token means that token.
        MARKUP,
        /// A user or a model: the spelling of a control token is only text.
        CONTENT
    }

    /// Makes a segment of a template.
    ///
    /// @param text the characters
    /// @return the segment
    public static TextSegment markup(String text) {
        return new TextSegment(text, Kind.MARKUP);
    }

    /// Makes a segment of plain text.
    ///
    /// @param text the characters
    /// @return the segment
    public static TextSegment content(String text) {
        return new TextSegment(text, Kind.CONTENT);
    }
}
