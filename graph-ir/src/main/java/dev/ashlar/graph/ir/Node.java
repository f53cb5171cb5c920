// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import dev.ashlar.graph.syntax.Position;
import dev.ashlar.runtime.kernel.Attributes;
import java.util.List;
import java.util.Objects;

/// One operation and the value that it defines. Two nodes are equal if all but their positions is.
///
/// Passes add the attributes [#KERNEL] and [#BUFFER]; an operation's own attributes are in the table of operations.
///
/// @param name of the value, unique in the graph
/// @param type of the value
/// @param op name of the operation
/// @param operands names of values, in the order of the operation
/// @param attributes the operation's constants, complete with defaults
/// @param position the expression that it comes from
public record Node(
        String name, TensorType type, String op, List<String> operands, Attributes attributes, Position position) {
    /// Attribute that holds the name of the chosen kernel.
    public static final String KERNEL = "kernel";

    /// Attribute that holds the number of the buffer that the value is written to.
    public static final String BUFFER = "buffer";

    /// Copies the operands.
    public Node {
        operands = List.copyOf(operands);
    }

    /// Returns a copy with other operands.
    ///
    /// @param other names of values
    /// @return the copy
    public Node withOperands(List<String> other) {
        return new Node(name, type, op, other, attributes, position);
    }

    /// Returns a copy with other attributes.
    ///
    /// @param other all of them
    /// @return the copy
    public Node withAttributes(Attributes other) {
        return new Node(name, type, op, operands, other, position);
    }

    /// Returns a copy with one attribute added or replaced.
    ///
    /// @param attribute its name
    /// @param value its value
    /// @return the copy
    public Node with(String attribute, Object value) {
        return withAttributes(attributes.with(attribute, value));
    }

    /// Returns the attributes that the operation declares, without those that passes add.
    ///
    /// @return what a kernel's signature holds
    public Attributes ownAttributes() {
        return attributes.without(KERNEL).without(BUFFER);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Node node
                && name.equals(node.name)
                && type.equals(node.type)
                && op.equals(node.op)
                && operands.equals(node.operands)
                && attributes.equals(node.attributes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, type, op, operands, attributes);
    }
}
