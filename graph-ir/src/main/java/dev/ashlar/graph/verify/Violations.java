// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Position;
import java.util.List;

/// Collects the places where an invariant does not hold.
final class Violations {
    private final String invariant;
    private final List<Diagnostic> found;

    Violations(String invariant, List<Diagnostic> found) {
        this.invariant = invariant;
        this.found = found;
    }

    void add(Position position, String message, Object... arguments) {
        found.add(Diagnostic.of(position, message.formatted(arguments) + " (" + invariant + ")"));
    }
}
