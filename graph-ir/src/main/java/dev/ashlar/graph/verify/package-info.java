// SPDX-License-Identifier: Apache-2.0

/// The verifier: one invariant of the IR per class, named as the invariant.
///
/// May import ir, op, syntax and the runtime's kernel interface. Start at [dev.ashlar.graph.verify.Verifier].
package dev.ashlar.graph.verify;
