// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Collects what is wrong with a text: at most one thing per place, and no more than a person reads.
public final class Diagnostics {
    private static final int MOST = 20;
    private static final int MOST_AT_ONCE = 100;

    private final SourceText source;
    private final List<Diagnostic> found = new ArrayList<>();
    private final Set<Integer> offsets = new HashSet<>();

    /// Makes an empty collection.
    ///
    /// @param source the text
    public Diagnostics(SourceText source) {
        this.source = source;
    }

    /// Reports an error whose message says it all.
    ///
    /// @param position where
    /// @param message what is wrong
    public void add(Position position, String message) {
        add(Diagnostic.of(position, message));
    }

    /// Reports an error.
    ///
    /// @param position where
    /// @param message what is wrong
    /// @param expected what would be right
    public void add(Position position, String message, String expected) {
        add(new Diagnostic(position, message, Optional.of(expected)));
    }

    /// Reports an error, unless one is known for the same place or there are too many.
    ///
    /// @param diagnostic the error
    public void add(Diagnostic diagnostic) {
        if (found.size() < MOST && offsets.add(diagnostic.position().offset())) {
            found.add(diagnostic);
        }
    }

    /// Reports errors that may share a place.
    ///
    /// @param diagnostics the errors
    public void addAll(List<Diagnostic> diagnostics) {
        diagnostics.stream().limit(MOST_AT_ONCE - found.size()).forEach(found::add);
    }

    /// Tells whether nothing more is taken, so that going on is of no use.
    ///
    /// @return true if it is full
    public boolean isFull() {
        return found.size() >= MOST;
    }

    /// Tells whether nothing is wrong.
    ///
    /// @return true if nothing was reported
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /// Ends a stage: throws if anything was reported.
    ///
    /// @throws ScriptException with all of it in the order of the text
    public void throwIfAny() {
        if (!found.isEmpty()) {
            found.sort(
                    Comparator.comparingInt(diagnostic -> diagnostic.position().offset()));
            throw new ScriptException(source, found);
        }
    }
}
