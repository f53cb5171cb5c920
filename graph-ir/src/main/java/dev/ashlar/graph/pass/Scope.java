// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The names of one graph or function call, over those of the script. Blocks share the scope that they are in.
final class Scope {
    private final Optional<Scope> outer;
    private final Map<String, Staged> values = new HashMap<>();

    Scope() {
        this.outer = Optional.empty();
    }

    Scope(Scope outer) {
        this.outer = Optional.of(outer);
    }

    Optional<Staged> find(String name) {
        Staged value = values.get(name);
        if (value != null) {
            return Optional.of(value);
        }
        return outer.flatMap(scope -> scope.find(name));
    }

    void bind(String name, Staged value) {
        values.put(name, value);
    }

    List<String> names() {
        List<String> names = new ArrayList<>(values.keySet());
        outer.ifPresent(scope -> names.addAll(scope.names()));
        return names;
    }
}
