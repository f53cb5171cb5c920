// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.syntax.Expression;
import java.util.List;
import java.util.Optional;

/// What an expression is bound to: the name and type for the operation that it ends in.
///
/// @param name that the value should get; empty within an expression
/// @param type as declared
/// @param attributes in braces after the expression
record Target(Optional<String> name, Optional<TensorType> type, List<Expression.Argument> attributes) {
    /// Of an expression within another one.
    static final Target NONE = new Target(Optional.empty(), Optional.empty(), List.of());
}
