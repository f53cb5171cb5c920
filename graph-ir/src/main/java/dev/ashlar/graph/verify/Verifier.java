// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Checks every invariant of a graph and reports all violations at once.
public final class Verifier {
    private static final List<Invariant> INVARIANTS = List.of(
            new SingleDefinition(),
            new DefinedBeforeUse(),
            new KnownOperations(),
            new LoadRunsOnce(),
            new StatesAtStateOperands(),
            new SymbolsBoundByParameters(),
            new SizesFit(),
            new TypesAgree(),
            new ResultsDefined(),
            new KernelsChosen(),
            new StrictLayout(),
            new BuffersDoNotOverlap());

    private Verifier() {}

    /// Checks a graph.
    ///
    /// @param graph any
    /// @param stage how far it has come
    /// @param registry the kernels that it may name
    /// @return every violation with its place, in the order of the text; each ends with the name of the invariant
    public static List<Diagnostic> verify(Graph graph, Stage stage, KernelRegistry registry) {
        List<Diagnostic> found = new ArrayList<>();
        for (Invariant invariant : INVARIANTS) {
            if (invariant.since().compareTo(stage) <= 0) {
                String name = invariant.getClass().getSimpleName();
                invariant.check(graph, registry, new Violations(name, found));
            }
        }
        found.sort(Comparator.comparingInt(violation -> violation.position().offset()));
        return found;
    }

    /// Returns the names of all invariants.
    ///
    /// @return in the order in which they are checked
    public static List<String> invariants() {
        return INVARIANTS.stream()
                .map(invariant -> invariant.getClass().getSimpleName())
                .toList();
    }
}
