// SPDX-License-Identifier: Apache-2.0

/// The passes from a script to a graph that can be executed, and the table that orders them.
///
/// May import syntax, ir, op, verify and the runtime's kernel interface. Start at [dev.ashlar.graph.pass.Pipeline].
package dev.ashlar.graph.pass;
