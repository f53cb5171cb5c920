// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.GraphReader;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import java.util.Optional;

/// Pass `resolve`: evaluates what is staged, infers and checks types.
///
/// ```text
/// graph f(x: f32[T, 4]) -> f32[T, 4] { return silu(x) * 2 }
/// ```
/// becomes
/// ```text
/// graph f(x: f32[T, 4]) -> f32[T, 4] {
///   t0: f32[T, 4] = silu(x)
///   t1: f32[T, 4] = scale(t0) {factor = 2.0}
///   return t1
/// }
/// ```
/// A graph that is flat already is read as it is, names and order included, and checked.
final class Resolve implements Pass {
    @Override
    public Graph run(Graph graph, PassContext context) {
        Optional<Graph> flat = GraphReader.read(context.declaration()).filter(Resolve::isFlat);
        return flat.map(read -> FlatResolver.resolve(read, context))
                .orElseGet(() -> ScriptResolver.resolve(context.script(), context.declaration(), context.compile()));
    }

    /// In flat form what runs once is in `load`.
    private static boolean isFlat(Graph graph) {
        return graph.body().stream().noneMatch(Resolve::runsOnce);
    }

    private static boolean runsOnce(Node node) {
        return Ops.find(node.op()).filter(op -> op.is(Op.Trait.LOAD)).isPresent();
    }
}
