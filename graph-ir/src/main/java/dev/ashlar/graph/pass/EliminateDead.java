// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Pass `eliminate-dead`: computes the same only once, and nothing that no result or state depends on.
///
/// ```text
/// a: f32[T, 4] = silu(x)
/// b: f32[T, 4] = silu(x)
/// c: f32[T, 4] = exp(x)
/// d: f32[T, 4] = mul(a, b)
/// return d
/// ```
/// becomes
/// ```text
/// a: f32[T, 4] = silu(x)
/// d: f32[T, 4] = mul(a, a)
/// return d
/// ```
final class EliminateDead implements Pass {
    @Override
    public Graph run(Graph graph, PassContext context) {
        Renaming renaming = new Renaming();
        Map<Node, String> known = new HashMap<>();
        List<Node> load = unique(graph.load(), renaming, known);
        List<Node> body = unique(graph.body(), renaming, known);
        return withoutDead(renaming.apply(graph, load, body));
    }

    private static List<Node> unique(List<Node> nodes, Renaming renaming, Map<Node, String> known) {
        List<Node> kept = new ArrayList<>();
        for (Node node : nodes) {
            Node renamed = renaming.apply(node);
            String earlier = writesState(renamed) ? null : known.putIfAbsent(nameless(renamed), renamed.name());
            if (earlier == null) {
                kept.add(renamed);
            } else {
                renaming.replace(node.name(), earlier);
            }
        }
        return kept;
    }

    private static Node nameless(Node node) {
        return new Node("", node.type(), node.op(), node.operands(), node.attributes(), node.position());
    }

    private static boolean writesState(Node node) {
        Op op = Ops.of(node);
        for (int i = 0; i < node.operands().size(); i++) {
            if (op.takesState(i)) {
                return true;
            }
        }
        return false;
    }

    private static Graph withoutDead(Graph graph) {
        Set<String> live = new HashSet<>();
        graph.results().forEach(result -> live.add(result.name()));
        List<Node> body = live(graph.body(), live);
        List<Node> load = live(graph.load(), live);
        List<Value> states = graph.states().stream()
                .filter(state -> live.contains(state.name()))
                .toList();
        return new Graph(graph.name(), graph.params(), states, load, body, graph.results(), graph.position());
    }

    private static List<Node> live(List<Node> nodes, Set<String> live) {
        List<Node> kept = new ArrayList<>();
        for (Node node : nodes.reversed()) {
            if (live.contains(node.name()) || writesState(node)) {
                kept.add(node);
                live.addAll(node.operands());
            }
        }
        return kept.reversed();
    }
}
