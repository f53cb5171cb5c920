// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.syntax.Calls;
import dev.ashlar.graph.syntax.Declaration;
import dev.ashlar.graph.syntax.Diagnostics;
import dev.ashlar.graph.syntax.Expression;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reports functions that call themselves, directly or through others, and functions that hide an operation.
final class CyclicFunctions {
    private final Map<String, Declaration.Function> functions;
    private final Map<String, List<String>> callees = new HashMap<>();
    private final Set<String> done = new HashSet<>();
    private final Diagnostics diagnostics;

    private CyclicFunctions(Map<String, Declaration.Function> functions, Diagnostics diagnostics) {
        this.functions = new LinkedHashMap<>(functions);
        this.diagnostics = diagnostics;
    }

    static void check(Map<String, Declaration.Function> functions, Diagnostics diagnostics) {
        new CyclicFunctions(functions, diagnostics).check();
    }

    private void check() {
        for (Declaration.Function function : functions.values()) {
            if (Ops.find(function.name()).isPresent() || Builtins.NAMES.contains(function.name())) {
                diagnostics.add(
                        function.position(), "function '%s' has the name of an operation".formatted(function.name()));
            }
            List<String> called = Calls.of(function.body()).stream()
                    .map(Expression.Call::callee)
                    .filter(functions::containsKey)
                    .distinct()
                    .toList();
            callees.put(function.name(), called);
        }
        functions.keySet().stream().sorted().forEach(this::walk);
    }

    /// Walks depth first with a stack of its own: a chain of functions may be long.
    private void walk(String start) {
        Deque<String> path = new ArrayDeque<>();
        Map<String, Integer> next = new HashMap<>();
        path.addLast(start);
        while (!path.isEmpty()) {
            String current = path.getLast();
            int index = next.merge(current, 1, Integer::sum) - 1;
            List<String> called = callees.get(current);
            if (done.contains(current) || index >= called.size()) {
                done.add(path.removeLast());
                continue;
            }
            String callee = called.get(index);
            if (path.contains(callee)) {
                report(path, callee);
            } else if (!done.contains(callee)) {
                path.addLast(callee);
            }
        }
    }

    private void report(Deque<String> path, String callee) {
        List<String> cycle = new ArrayList<>(path);
        cycle = new ArrayList<>(cycle.subList(cycle.indexOf(callee), cycle.size()));
        cycle.add(callee);
        diagnostics.add(
                functions.get(callee).position(),
                "function '%s' calls itself: %s".formatted(callee, String.join(" -> ", cycle)));
    }
}
