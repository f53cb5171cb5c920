// SPDX-License-Identifier: Apache-2.0

/// The language `ashlar` for the polyglot API: context, options, the lowering of graphs, weights, traces.
///
/// May import everything below it: the graph IR, the kernels, [dev.ashlar.language.interop],
/// [dev.ashlar.language.node]. Start at [dev.ashlar.language.AshlarLanguage].
package dev.ashlar.language;
