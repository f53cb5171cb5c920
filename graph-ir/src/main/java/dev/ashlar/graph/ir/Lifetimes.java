// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/// How long the values of a body are read; an alias prolongs the life of the value whose memory it is.
public final class Lifetimes {
    private final Map<String, String> roots = new HashMap<>();
    private final Map<String, Integer> lastUses = new HashMap<>();

    private Lifetimes() {}

    /// Computes lifetimes.
    ///
    /// @param graph with operands defined before their use
    /// @param isAlias tells whether the result of an operation is its first operand's memory
    /// @return the lifetimes
    public static Lifetimes of(Graph graph, Predicate<Node> isAlias) {
        Lifetimes lifetimes = new Lifetimes();
        for (int i = 0; i < graph.body().size(); i++) {
            Node node = graph.body().get(i);
            if (isAlias.test(node) && !node.operands().isEmpty()) {
                lifetimes.roots.put(node.name(), lifetimes.root(node.operands().getFirst()));
            }
            lifetimes.lastUses.merge(lifetimes.root(node.name()), i, Math::max);
            for (String operand : node.operands()) {
                lifetimes.lastUses.merge(lifetimes.root(operand), i, Math::max);
            }
        }
        for (Value result : graph.results()) {
            lifetimes.lastUses.put(lifetimes.root(result.name()), graph.body().size());
        }
        return lifetimes;
    }

    /// Returns the value whose memory a value is.
    ///
    /// @param name of a value
    /// @return the value itself if it is no alias
    public String root(String name) {
        return roots.getOrDefault(name, name);
    }

    /// Returns the index of the last operation that reads a value or an alias of it.
    ///
    /// @param name of a value
    /// @return the size of the body for a result; -1 if nothing uses it
    public int lastUse(String name) {
        return lastUses.getOrDefault(root(name), -1);
    }
}
