// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

/// A text with the name that errors call it by.
///
/// @param name a file name, or what the embedder calls the text
/// @param text all of it
public record SourceText(String name, String text) {
    /// Returns the line that an offset lies in.
    ///
    /// @param offset from 0 to the length of the text
    /// @return without its line end
    public String lineAt(int offset) {
        int at = Math.min(offset, text.length());
        int start = at == 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
        int end = text.indexOf('\n', at);
        return text.substring(start, end < 0 ? text.length() : end).stripTrailing();
    }
}
