// SPDX-License-Identifier: Apache-2.0

/// The table of operations: operands, attributes with defaults, and the rule that gives the type of the result.
///
/// May import ir, syntax (for suggestions) and the runtime's formats. Start at [dev.ashlar.graph.op.Ops].
package dev.ashlar.graph.op;
