// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import dev.ashlar.graph.syntax.Position;
import java.util.Objects;

/// A named and typed value that no operation defines: a parameter, a state, or a result as the graph declares it.
/// Two are equal if name and type are.
///
/// @param name of the value
/// @param type of the value
/// @param position where it is declared
public record Value(String name, TensorType type, Position position) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Value value && name.equals(value.name) && type.equals(value.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, type);
    }
}
