// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import java.util.ArrayList;
import java.util.List;

/// Takes back what a graph that was printed after a late pass says of layouts, quantized activations and buffers, so
/// that it is decided for this machine and these options.
final class Undecided {
    private Undecided() {}

    static Graph of(Graph graph) {
        Renaming renaming = new Renaming();
        List<Node> load = kept(graph.load(), "relayout", renaming);
        List<Node> body = kept(graph.body(), "quantize", renaming);
        return renaming.apply(graph, load, body);
    }

    private static List<Node> kept(List<Node> nodes, String dropped, Renaming renaming) {
        List<Node> kept = new ArrayList<>();
        for (Node node : nodes) {
            if (node.op().equals(dropped)) {
                renaming.replace(node.name(), node.operands().getFirst());
            } else {
                Node renamed = renaming.apply(node);
                kept.add(renamed.withAttributes(renamed.attributes().without(Node.BUFFER)));
            }
        }
        return kept;
    }
}
