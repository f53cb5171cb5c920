// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.runtime.kernel.Attributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Pass `narrow-early`: where only some rows of a value are read, computes only those, back to the operations
/// that do not go row by row. The logits of the last token need no feed-forward network of the last layer for
/// the others.
///
/// ```text
/// a: f32[T, 4] = linear(x, w)
/// b: f32[T, 4] = silu(a)
/// c: f32[1, 4] = narrow(b) {axis = 0, from = -1, size = 1}
/// ```
/// becomes
/// ```text
/// x.rows: f32[1, 8] = narrow(x) {axis = 0, from = -1, size = 1}
/// a: f32[1, 4] = linear(x.rows, w)
/// b: f32[1, 4] = silu(a)
/// ```
final class NarrowEarly implements Pass {
    @Override
    public Graph run(Graph graph, PassContext context) {
        return new Narrowing(graph).run();
    }

    private static final class Narrowing {
        /// What reads all rows, or different ones.
        private static final Optional<Attributes> WHOLE = Optional.empty();

        private final Graph graph;
        private final Map<String, TensorType> types;

        /// The rows of each value that its readers seen so far want: the attributes of `narrow`.
        private final Map<String, Optional<Attributes>> wanted = new HashMap<>();

        private final Set<String> narrowed = new HashSet<>();
        private final Map<String, String> rowsOf = new HashMap<>();
        private final Renaming renaming = new Renaming();
        private final List<Node> body = new ArrayList<>();

        Narrowing(Graph graph) {
            this.graph = graph;
            this.types = graph.types();
        }

        Graph run() {
            graph.results().forEach(result -> wanted.put(result.name(), WHOLE));
            graph.body().reversed().forEach(this::want);
            graph.body().forEach(this::rewrite);
            return renaming.apply(graph, graph.load(), body);
        }

        /// Notes which rows of its operands an operation reads; all readers of its result are known by then.
        private void want(Node node) {
            Optional<Attributes> rows = wanted.getOrDefault(node.name(), WHOLE);
            if (rows.isPresent() && isRowByRow(node)) {
                narrowed.add(node.name());
            } else {
                rows = isNarrow(node) ? Optional.of(node.ownAttributes()) : WHOLE;
            }
            for (String operand : node.operands()) {
                wanted.merge(
                        operand,
                        hasRowsOf(operand, node) ? rows : WHOLE,
                        (one, other) -> one.equals(other) ? one : WHOLE);
            }
        }

        private void rewrite(Node node) {
            if (isNarrow(node) && narrowed.contains(node.operands().getFirst())) {
                renaming.replace(node.name(), node.operands().getFirst());
            } else if (narrowed.contains(node.name())) {
                Attributes rows = wanted.get(node.name()).orElseThrow();
                List<String> operands = node.operands().stream()
                        .map(operand -> hasRowsOf(operand, node) ? narrow(operand, rows, node) : operand)
                        .map(renaming::of)
                        .toList();
                TensorType type = narrow(node.type(), rows);
                body.add(new Node(node.name(), type, node.op(), operands, node.attributes(), node.position()));
            } else {
                body.add(renaming.apply(node));
            }
        }

        /// Returns the value that holds some rows of another.
        private String narrow(String value, Attributes rows, Node reader) {
            if (narrowed.contains(value)) {
                return value;
            }
            return rowsOf.computeIfAbsent(value + rows, key -> {
                String name = value + ".rows";
                for (int i = 1; types.containsKey(name); i++) {
                    name = value + ".rows." + i;
                }
                TensorType type = narrow(types.get(value), rows);
                types.put(name, type);
                body.add(new Node(name, type, "narrow", List.of(renaming.of(value)), rows, reader.position()));
                return name;
            });
        }

        private static TensorType narrow(TensorType type, Attributes rows) {
            List<Dim> dims = new ArrayList<>(type.dims());
            dims.set(0, Dim.of(rows.integer("size")));
            return type.withDims(dims);
        }

        private boolean isNarrow(Node node) {
            return node.op().equals("narrow")
                    && node.attributes().integer("axis") == 0
                    && hasRows(types.get(node.operands().getFirst()));
        }

        private static boolean isRowByRow(Node node) {
            return Ops.of(node).is(Op.Trait.ROW_BY_ROW) && hasRows(node.type());
        }

        /// Weights have fixed sizes; of a value with one axis the elements are no rows.
        private static boolean hasRows(TensorType type) {
            return type.rank() > 1 && type.dim(0) instanceof Dim.Symbol;
        }

        /// Tells whether the rows of an operand are those of the result.
        private boolean hasRowsOf(String operand, Node node) {
            TensorType type = types.get(operand);
            TensorType result = node.op().equals("narrow") ? type : node.type();
            return hasRows(type) && type.rank() == result.rank() && type.dim(0).equals(result.dim(0));
        }
    }
}
