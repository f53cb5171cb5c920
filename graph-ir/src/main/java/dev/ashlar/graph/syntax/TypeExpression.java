// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.List;
import java.util.Optional;

/// A type as written, e.g. `q8_0[2048, 768] row_major`.
///
/// @param format a format, or the name of an option that holds one
/// @param dims outermost first
/// @param layout spelling of a layout class; empty if none is written
/// @param position where
public record TypeExpression(String format, List<Expression> dims, Optional<String> layout, Position position) {
    /// Copies the dims.
    public TypeExpression {
        dims = List.copyOf(dims);
    }
}
