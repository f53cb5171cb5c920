// SPDX-License-Identifier: Apache-2.0

/// What other languages see: modules, graphs, tensors; and how their values become the inputs of a graph.
///
/// May import the runtime, Truffle and [dev.ashlar.language.node]. Start at
/// [dev.ashlar.language.interop.ModuleValue] and [dev.ashlar.language.interop.Argument].
package dev.ashlar.language.interop;
