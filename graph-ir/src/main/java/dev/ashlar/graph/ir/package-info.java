// SPDX-License-Identifier: Apache-2.0

/// The intermediate representation: flat typed graphs, their printer and their reader.
///
/// May import syntax and the runtime's formats, layout classes and attributes. Start at [dev.ashlar.graph.ir.Graph].
package dev.ashlar.graph.ir;
