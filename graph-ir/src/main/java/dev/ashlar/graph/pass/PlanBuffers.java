// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Lifetimes;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.Sizes;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Pass `plan-buffers`: gives every value of the body a buffer; one whose value is dead is used again by later
/// operations. A result has a buffer of its own, an alias that of its operand. A buffer is as large as the largest
/// value that is written to it, so values whose symbolic sizes differ never share one.
///
/// ```text
/// a: f32[T, 4] = silu(x)
/// b: f32[T, 4] = exp(a)
/// c: f32[T, 4] = silu(b)
/// return c
/// ```
/// becomes
/// ```text
/// a: f32[T, 4] = silu(x) {buffer = 0}
/// b: f32[T, 4] = exp(a) {buffer = 1}
/// c: f32[T, 4] = silu(b) {buffer = 2}
/// return c
/// ```
final class PlanBuffers implements Pass {
    /// A buffer that may be used again.
    private record Free(long id, List<String> symbols, long bytes) {}

    @Override
    public Graph run(Graph graph, PassContext context) {
        return new Plan(graph).run();
    }

    private static boolean isAlias(Node node) {
        return Ops.of(node).is(Op.Trait.ALIAS);
    }

    private static final class Plan {
        private final Graph graph;
        private final Lifetimes lifetimes;
        private final Set<String> results = new HashSet<>();
        private final Map<String, Long> buffers = new HashMap<>();
        private final Map<Integer, List<Free>> freedAfter = new HashMap<>();
        private final List<Free> free = new ArrayList<>();
        private long count;

        Plan(Graph graph) {
            this.graph = graph;
            this.lifetimes = Lifetimes.of(graph, PlanBuffers::isAlias);
            for (Value result : graph.results()) {
                results.add(lifetimes.root(result.name()));
            }
        }

        Graph run() {
            List<Node> body = new ArrayList<>();
            for (int i = 0; i < graph.body().size(); i++) {
                body.add(planned(graph.body().get(i)));
                free.addAll(freedAfter.getOrDefault(i, List.of()));
            }
            return graph.withNodes(graph.load(), body);
        }

        private Node planned(Node node) {
            if (isAlias(node)) {
                Long buffer = buffers.get(lifetimes.root(node.name()));
                return buffer == null
                        ? node.withAttributes(node.attributes().without(Node.BUFFER))
                        : node.with(Node.BUFFER, buffer);
            }
            long bytes = Sizes.bytes(node.type(), 1);
            List<String> symbols = symbols(node.type());
            Optional<Free> reused = results.contains(node.name()) ? Optional.empty() : take(symbols, bytes);
            long buffer = reused.map(Free::id).orElseGet(() -> count++);
            buffers.put(node.name(), buffer);
            if (!results.contains(node.name())) {
                long largest = Math.max(bytes, reused.map(Free::bytes).orElse(0L));
                freedAfter
                        .computeIfAbsent(lifetimes.lastUse(node.name()), key -> new ArrayList<>())
                        .add(new Free(buffer, symbols, largest));
            }
            return node.with(Node.BUFFER, buffer);
        }

        /// Takes the free buffer of the same symbols whose size is nearest.
        private Optional<Free> take(List<String> symbols, long bytes) {
            Optional<Free> best = Optional.empty();
            for (Free candidate : free) {
                if (candidate.symbols().equals(symbols)
                        && (best.isEmpty() || distance(candidate, bytes) < distance(best.get(), bytes))) {
                    best = Optional.of(candidate);
                }
            }
            best.ifPresent(free::remove);
            return best;
        }

        private static long distance(Free candidate, long bytes) {
            return Math.abs(candidate.bytes() - bytes);
        }

        private static List<String> symbols(TensorType type) {
            return type.dims().stream()
                    .filter(Dim.Symbol.class::isInstance)
                    .map(Dim::toString)
                    .sorted()
                    .toList();
        }
    }
}
