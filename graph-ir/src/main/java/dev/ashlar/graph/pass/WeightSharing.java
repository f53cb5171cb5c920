// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Sizes;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides for a weight whose readers want different layouts whether they share one or each gets its own copy.
final class WeightSharing {
    private final CostModel costs;
    private final Matching matching;

    WeightSharing(CostModel costs, Matching matching) {
        this.costs = costs;
        this.matching = matching;
    }

    void decide(List<Choice> choices) {
        Map<String, List<Choice>> readers = new LinkedHashMap<>();
        for (Choice choice : choices) {
            choice.weight()
                    .ifPresent(weight -> readers.computeIfAbsent(weight, name -> new ArrayList<>())
                            .add(choice));
        }
        readers.forEach((weight, of) -> {
            if (layouts(of).size() > 1) {
                decide(weight, of);
            }
        });
    }

    private static Set<LayoutClass> layouts(List<Choice> readers) {
        return readers.stream().map(WeightSharing::layout).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static LayoutClass layout(Choice choice) {
        return choice.chosen().weight().orElseThrow().layout();
    }

    private void decide(String weight, List<Choice> readers) {
        TensorType stored = matching.type(weight);
        Set<LayoutClass> targets = layouts(readers);
        targets.add(stored.layout());
        double duplicated = cost(
                stored, layouts(readers), readers.stream().map(Choice::chosen).toList());
        Optional<List<Candidate>> best = targets.stream()
                .map(layout -> sharing(readers, layout))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(shared -> cost(stored, Set.of(layout(shared)), shared)));
        double shared = best.map(of -> cost(stored, Set.of(layout(of)), of)).orElse(Double.POSITIVE_INFINITY);
        if (shared <= duplicated) {
            share(weight, stored, readers, best.orElseThrow());
        } else {
            duplicate(weight, stored, readers, shared - duplicated);
        }
    }

    private static LayoutClass layout(List<Candidate> shared) {
        return shared.getFirst().weight().orElseThrow().layout();
    }

    /// Returns the cheapest candidate of every reader in one layout; empty if one has none.
    private Optional<List<Candidate>> sharing(List<Choice> readers, LayoutClass layout) {
        List<Candidate> shared = new ArrayList<>();
        for (Choice choice : readers) {
            choice.eligible().stream()
                    .filter(candidate -> candidate.weight().orElseThrow().layout() == layout)
                    .min(Comparator.comparingDouble(Candidate::nanoseconds))
                    .ifPresent(shared::add);
        }
        return shared.size() == readers.size() ? Optional.of(shared) : Optional.empty();
    }

    private double cost(TensorType stored, Set<LayoutClass> layouts, List<Candidate> candidates) {
        double cost = 0;
        for (LayoutClass layout : layouts) {
            cost += layout == stored.layout() ? 0 : costs.share(Sizes.bytes(stored.withLayout(layout), 1));
        }
        cost += (layouts.size() - 1) * costs.share(Sizes.bytes(stored, 1));
        for (Candidate candidate : candidates) {
            cost += candidate.nanoseconds();
        }
        return cost;
    }

    private static void share(String weight, TensorType stored, List<Choice> readers, List<Candidate> shared) {
        String note = "weight '%s' is shared in %s by %s; a second copy would take %s"
                .formatted(weight, layout(shared).spelling(), names(readers), Matching.bytes(Sizes.bytes(stored, 1)));
        for (int i = 0; i < readers.size(); i++) {
            readers.get(i).change(shared.get(i));
            readers.get(i).note(note);
        }
    }

    private static void duplicate(String weight, TensorType stored, List<Choice> readers, double saved) {
        String each = readers.stream()
                .map(choice -> "%s for '%s'"
                        .formatted(layout(choice).spelling(), choice.node().name()))
                .collect(Collectors.joining(", "));
        long bytes = layouts(readers).stream()
                .filter(layout -> layout != stored.layout())
                .mapToLong(layout -> Sizes.bytes(stored.withLayout(layout), 1))
                .sum();
        String why = Double.isInfinite(saved)
                ? "no layout has a kernel for all of them"
                : String.format(java.util.Locale.ROOT, "sharing would cost %,.0f ns a call", saved);
        for (Choice choice : readers) {
            choice.note("weight '%s' is duplicated: %s; copies take %s; %s"
                    .formatted(weight, each, Matching.bytes(bytes), why));
        }
    }

    private static String names(List<Choice> readers) {
        return readers.stream().map(choice -> "'" + choice.node().name() + "'").collect(Collectors.joining(", "));
    }
}
