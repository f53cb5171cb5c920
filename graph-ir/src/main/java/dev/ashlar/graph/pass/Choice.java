// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Node;
import dev.ashlar.runtime.kernel.Numerics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The choice among the candidates of one operation: those of the wanted numerics, then the cheapest.
final class Choice {
    private final Node node;
    private final Matching.Matches matches;
    private final CostModel costs;
    private final List<Candidate> eligible;
    private final Numerics numerics;
    private final List<String> notes = new ArrayList<>();
    private Candidate chosen;
    private boolean isPinned;

    /// Makes the choice of the cheapest.
    ///
    /// @param node with a candidate at least
    /// @param matches its candidates
    /// @param ideal numerics that it should have
    /// @param costs what candidates cost
    Choice(Node node, Matching.Matches matches, Numerics ideal, CostModel costs) {
        this.node = node;
        this.matches = matches;
        this.costs = costs;
        this.eligible = eligible(matches.candidates(), ideal);
        this.numerics = eligible.getFirst().numerics();
        if (numerics != ideal) {
            notes.add("numerics fall to %s: no %s kernel reads this weight"
                    .formatted(numerics.spelling(), ideal.spelling()));
        }
        this.chosen = eligible.stream()
                .min(Comparator.comparingDouble(candidate -> candidate.total(costs)))
                .orElseThrow();
    }

    /// Returns the candidates of the best class that has any: other numerics are better than a reference kernel.
    private static List<Candidate> eligible(List<Candidate> candidates, Numerics ideal) {
        for (boolean reference : new boolean[] {false, true}) {
            for (Numerics numerics : List.of(ideal, Numerics.EXACT)) {
                List<Candidate> of = candidates.stream()
                        .filter(candidate -> candidate.isReference() == reference && candidate.numerics() == numerics)
                        .toList();
                if (!of.isEmpty()) {
                    return of;
                }
            }
        }
        throw new IllegalStateException("no candidate");
    }

    Node node() {
        return node;
    }

    Matching.Matches matches() {
        return matches;
    }

    Candidate chosen() {
        return chosen;
    }

    /// Returns the name of the weight that the operation reads.
    Optional<String> weight() {
        return chosen.weight().map(weight -> node.operands().get(weight.index()));
    }

    List<Candidate> eligible() {
        return eligible;
    }

    /// Takes the kernel that the text names, where it is not the one that would be taken anyway.
    void pin(Candidate candidate) {
        if (candidate != chosen) {
            chosen = candidate;
            isPinned = true;
            notes.add("the text names the kernel");
        }
    }

    /// Takes another candidate for the sake of a weight that several operations read.
    void change(Candidate candidate) {
        chosen = candidate;
    }

    void note(String note) {
        notes.add(note);
    }

    Decision decision() {
        List<Rejected> rejected = new ArrayList<>();
        for (Candidate candidate : matches.candidates()) {
            if (candidate != chosen) {
                rejected.add(new Rejected(candidate.kernel().name(), reason(candidate)));
            }
        }
        rejected.addAll(matches.rejected());
        return new Decision(
                node.name(),
                node.op(),
                chosen.kernel().name(),
                chosen.nanoseconds(),
                chosen.relayoutBytes(),
                rejected,
                notes);
    }

    private String reason(Candidate candidate) {
        if (isPinned) {
            return "the text names '%s'".formatted(chosen.kernel().name());
        }
        if (candidate.isReference() && !chosen.isReference()) {
            return "reference kernels are a last resort";
        }
        if (candidate.numerics() != chosen.numerics()) {
            return "computes %s, wanted is %s"
                    .formatted(
                            candidate.numerics().spelling(), chosen.numerics().spelling());
        }
        double difference = candidate.total(costs) - chosen.total(costs);
        if (difference < 0) {
            return "cheaper, but needs a copy of a shared weight of its own";
        }
        String comparison = difference == 0 ? "no faster: " : "slower: ";
        return comparison + cost(candidate) + ", against " + cost(chosen);
    }

    private static String cost(Candidate candidate) {
        String time = String.format(Locale.ROOT, "%,.0f ns a call", candidate.nanoseconds());
        return candidate.relayoutBytes() == 0
                ? time
                : time + " and a relayout of " + Matching.bytes(candidate.relayoutBytes());
    }
}
