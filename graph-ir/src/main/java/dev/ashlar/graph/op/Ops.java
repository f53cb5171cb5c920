// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The table of operations.
public final class Ops {
    private static final Map<String, Op> TABLE = table();

    private Ops() {}

    private static Map<String, Op> table() {
        Map<String, Op> table = new LinkedHashMap<>();
        Stream.of(LoadOps.ALL, MatrixOps.ALL, ReductionOps.ALL, AttentionOps.ALL, ElementwiseOps.ALL, ShapeOps.ALL)
                .flatMap(List::stream)
                .forEach(op -> table.put(op.name(), op));
        return Collections.unmodifiableMap(table);
    }

    /// Finds an operation.
    ///
    /// @param name as scripts spell it
    /// @return empty if there is none
    public static Optional<Op> find(String name) {
        return Optional.ofNullable(TABLE.get(name));
    }

    /// Returns the operation of a node that was checked before.
    ///
    /// @param node of a known operation
    /// @return the operation
    public static Op of(Node node) {
        return find(node.op()).orElseThrow(() -> new IllegalStateException("no operation '" + node.op() + "'"));
    }

    /// Returns all operations.
    ///
    /// @return in the order of the documentation
    public static List<Op> all() {
        return List.copyOf(TABLE.values());
    }

    /// Returns the names of all operations.
    ///
    /// @return in the order of the documentation
    public static List<String> names() {
        return List.copyOf(TABLE.keySet());
    }
}
