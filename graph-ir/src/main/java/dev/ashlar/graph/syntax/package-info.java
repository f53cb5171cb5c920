// SPDX-License-Identifier: Apache-2.0

/// The one syntax of scripts and of the IR: lexer, parser, abstract syntax tree, diagnostics.
///
/// May import the JDK only. Start at [dev.ashlar.graph.syntax.Script].
package dev.ashlar.graph.syntax;
