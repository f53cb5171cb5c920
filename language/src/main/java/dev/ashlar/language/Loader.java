// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.language.SharedWeights.Copy;
import dev.ashlar.language.SharedWeights.Pack;
import dev.ashlar.language.node.MemoryPool;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.load.PrepackCache;
import dev.ashlar.runtime.memory.Memory;
import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Executes the `load` sections of a module's graphs: finds weights, relays them out, makes constants.
///
/// A weight of a file is relaid out once per layout class for all contexts of the engine, one of a mapping for all
/// graphs of the module. The copies live as long as the context.
final class Loader {
    private final AshlarContext context;
    private final Weights weights;
    private final Map<Copy, TensorView> copies = new HashMap<>();
    private Optional<Pack> pack = Optional.empty();
    private Arena arena = Arena.global();

    Loader(AshlarContext context, Weights weights) {
        this.context = context;
        this.weights = weights;
    }

    /// Makes all relayouts that a graph needs and that do not exist yet, over all threads.
    ///
    /// @param listener is told how far it is
    void load(Graph graph, LoadListener listener) {
        Map<String, String> weightNames = weightNames(graph);
        List<Copy> wanted = graph.load().stream()
                .filter(node -> node.op().equals("relayout"))
                .map(node -> copyOf(node, weightNames))
                .filter(copy -> !copies.containsKey(copy))
                .distinct()
                .toList();
        if (wanted.isEmpty()) {
            return;
        }
        if (pack.isEmpty()) {
            pack = Optional.of(context.acquire(weights));
        }
        Pack shared = pack.get();
        AshlarContext.locked(shared.lock, () -> {
            make(wanted.stream().filter(copy -> !shared.has(copy)).toList(), shared, listener);
            wanted.forEach(copy -> copies.put(copy, shared.get(copy)));
            return shared;
        });
    }

    private void make(List<Copy> missing, Pack shared, LoadListener listener) {
        if (missing.isEmpty()) {
            return;
        }
        Arena scope = Arena.ofShared();
        try {
            Map<Copy, TensorView> made = new HashMap<>();
            List<Prepack.Task> tasks = missing.stream().map(this::task).toList();
            Optional<PrepackCache> cache = context.cache(weights);
            List<TensorView> copied =
                    new Prepack(tasks, scope, cache, context.trace(), listener).run(context.workers());
            cache.flatMap(PrepackCache::problem).ifPresent(context::warn);
            for (int i = 0; i < copied.size(); i++) {
                made.put(missing.get(i), copied.get(i));
            }
            shared.add(made, scope);
        } catch (Throwable e) {
            scope.close();
            throw e;
        }
    }

    private Prepack.Task task(Copy copy) {
        return new Prepack.Task(copy.weight(), weights.views().apply(copy.weight()), copy.layout());
    }

    /// Returns where each value of a `load` section is.
    ///
    /// @param graph whose relayouts are made
    /// @return absolute address by name of the value
    Map<String, Long> addresses(Graph graph) {
        Map<String, String> weightNames = weightNames(graph);
        Map<String, Long> addresses = new HashMap<>();
        for (Node node : graph.load()) {
            long address = switch (node.op()) {
                case "weight" ->
                    weights.views().apply(weightNames.get(node.name())).address();
                case "relayout" -> copies.get(copyOf(node, weightNames)).address();
                case "constant" -> constant(node);
                default -> throw new IllegalStateException("operation '%s' in load".formatted(node.op()));
            };
            addresses.put(node.name(), address);
        }
        return addresses;
    }

    private static Map<String, String> weightNames(Graph graph) {
        Map<String, String> names = new LinkedHashMap<>();
        for (Node node : graph.load()) {
            if (node.op().equals("weight")) {
                names.put(node.name(), node.attributes().text("name"));
            }
        }
        return names;
    }

    private static Copy copyOf(Node node, Map<String, String> weightNames) {
        return new Copy(weightNames.get(node.operands().getFirst()), node.type().layout());
    }

    private long constant(Node node) {
        long address = arena().allocate(Long.BYTES, MemoryPool.ALIGNMENT).address();
        double value = node.attributes().number("value");
        if (node.type().format() == Format.I32) {
            Memory.putI32(address, (int) value);
        } else {
            Memory.putF32(address, (float) value);
        }
        return address;
    }

    private Arena arena() {
        if (arena == Arena.global()) {
            arena = context.newArena();
        }
        return arena;
    }
}
