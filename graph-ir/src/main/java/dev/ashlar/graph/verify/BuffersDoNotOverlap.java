// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.verify;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Lifetimes;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Every value of the body has a buffer, which no operation overwrites while the value is still read; the buffers of
/// results are written once.
final class BuffersDoNotOverlap implements Invariant {
    @Override
    public Stage since() {
        return Stage.PLANNED;
    }

    @Override
    public void check(Graph graph, KernelRegistry registry, Violations violations) {
        Lifetimes lifetimes = Lifetimes.of(graph, BuffersDoNotOverlap::isAlias);
        Map<Long, Node> holders = new HashMap<>();
        List<Node> body = graph.body();
        for (int i = 0; i < body.size(); i++) {
            Node node = body.get(i);
            if (isAlias(node)) {
                checkAlias(graph, lifetimes, node, violations);
                continue;
            }
            if (!node.attributes().has(Node.BUFFER)) {
                violations.add(node.position(), "'%s' has no buffer", node.name());
                continue;
            }
            Node holder = holders.put(node.attributes().integer(Node.BUFFER), node);
            if (holder != null && lifetimes.lastUse(holder.name()) >= i) {
                violations.add(
                        node.position(),
                        "'%s' is written to buffer %d, which holds '%s' until %s",
                        node.name(),
                        node.attributes().integer(Node.BUFFER),
                        holder.name(),
                        lifetimes.lastUse(holder.name()) < body.size()
                                ? "'"
                                        + body.get(lifetimes.lastUse(holder.name()))
                                                .name() + "' has read it"
                                : "the end of the call");
            }
        }
        for (Value result : graph.results()) {
            checkResult(graph, lifetimes, result, holders, violations);
        }
    }

    private static boolean isAlias(Node node) {
        return Ops.find(node.op()).filter(op -> op.is(Op.Trait.ALIAS)).isPresent();
    }

    private static void checkAlias(Graph graph, Lifetimes lifetimes, Node alias, Violations violations) {
        String root = lifetimes.root(alias.name());
        for (Node node : graph.body()) {
            if (node.name().equals(root) && !buffer(node).equals(buffer(alias))) {
                violations.add(
                        alias.position(), "'%s' is the memory of '%s', expected the same buffer", alias.name(), root);
            }
        }
    }

    private static Object buffer(Node node) {
        return node.attributes().has(Node.BUFFER) ? node.attributes().integer(Node.BUFFER) : "none";
    }

    /// Looks for other values in the buffer of a result.
    private static void checkResult(
            Graph graph, Lifetimes lifetimes, Value result, Map<Long, Node> holders, Violations violations) {
        String root = lifetimes.root(result.name());
        for (Node node : graph.body()) {
            if (!node.name().equals(root) || !node.attributes().has(Node.BUFFER)) {
                continue;
            }
            long buffer = node.attributes().integer(Node.BUFFER);
            boolean alone = graph.body().stream()
                    .filter(other -> buffer(other).equals(buffer))
                    .allMatch(other -> lifetimes.root(other.name()).equals(root));
            if (!alone && holders.containsKey(buffer)) {
                violations.add(node.position(), "result '%s' shares buffer %d", result.name(), buffer);
            }
        }
    }
}
