// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.kernel.Attributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Rewrites single operations so that the result keeps its bits. `scale` of `scale` is one `scale` only where a factor
/// is 1 or -1: any other product could round, overflow or lose bits of a denormal in another place.
final class Simplification {
    private Simplification() {}

    /// Returns the value that an operation returns unchanged.
    static Optional<String> sameAs(Node node, Map<String, Node> definitions, Map<String, TensorType> types) {
        if (node.operands().isEmpty()) {
            return Optional.empty();
        }
        String first = node.operands().getFirst();
        boolean same = switch (node.op()) {
            case "scale" -> node.attributes().number("factor") == 1;
            case "div" ->
                ConstantFolding.constant(node.operands().get(1), definitions)
                        .filter(value -> value == 1)
                        .isPresent();
            case "cast", "reshape" -> true;
            case "narrow" -> node.attributes().integer("from") == 0;
            case "concat" -> node.operands().size() == 1;
            default -> false;
        };
        if (same && node.type().equals(types.get(first))) {
            return Optional.of(first);
        }
        return undone(node, definitions);
    }

    /// `neg` of `neg`, `transpose` of the same `transpose`.
    private static Optional<String> undone(Node node, Map<String, Node> definitions) {
        boolean inverts = node.op().equals("neg") || node.op().equals("transpose");
        return source(node, definitions)
                .filter(inner -> inverts && inner.op().equals(node.op()))
                .filter(inner -> inner.ownAttributes().equals(node.ownAttributes()))
                .map(inner -> inner.operands().getFirst());
    }

    /// Returns an operation that computes the same more directly.
    static Optional<Node> rewrite(Node node, Map<String, Node> definitions) {
        return switch (node.op()) {
            case "mul" -> scaled(node, 0, 1, definitions).or(() -> scaled(node, 1, 0, definitions));
            case "div" -> divided(node, definitions);
            case "scale" -> signed(node, definitions);
            case "narrow" -> narrowed(node, definitions);
            case "reshape" ->
                source(node, definitions)
                        .filter(inner -> inner.op().equals("reshape"))
                        .map(inner -> node.withOperands(inner.operands()));
            default -> Optional.empty();
        };
    }

    private static Optional<Node> source(Node node, Map<String, Node> definitions) {
        return node.operands().isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(definitions.get(node.operands().getFirst()));
    }

    private static Optional<Node> scaled(Node node, int tensor, int constant, Map<String, Node> definitions) {
        return ConstantFolding.constant(node.operands().get(constant), definitions)
                .map(value -> scale(node, node.operands().get(tensor), value));
    }

    private static Node scale(Node node, String operand, double factor) {
        Attributes attributes = Attributes.of(Map.of("factor", factor));
        return new Node(node.name(), node.type(), "scale", List.of(operand), attributes, node.position());
    }

    /// Division by a power of two whose reciprocal is a normal number rounds as the product does.
    private static Optional<Node> divided(Node node, Map<String, Node> definitions) {
        return ConstantFolding.constant(node.operands().get(1), definitions)
                .filter(value -> value != 1 && isPowerOfTwo(value.floatValue()))
                .map(value -> scale(node, node.operands().getFirst(), 1 / value.doubleValue()));
    }

    private static boolean isPowerOfTwo(float value) {
        float magnitude = Math.abs(value);
        boolean mantissaIsZero = (Float.floatToRawIntBits(magnitude) & 0x7fffff) == 0;
        return mantissaIsZero && magnitude >= Float.MIN_NORMAL && 1 / magnitude >= Float.MIN_NORMAL;
    }

    private static Optional<Node> signed(Node node, Map<String, Node> definitions) {
        double factor = node.attributes().number("factor");
        return source(node, definitions)
                .filter(inner -> inner.op().equals("scale"))
                .filter(inner ->
                        Math.abs(factor) == 1 || Math.abs(inner.attributes().number("factor")) == 1)
                .map(inner -> scale(
                        node,
                        inner.operands().getFirst(),
                        factor * inner.attributes().number("factor")));
    }

    private static Optional<Node> narrowed(Node node, Map<String, Node> definitions) {
        long from = node.attributes().integer("from");
        return source(node, definitions)
                .filter(inner -> inner.op().equals("narrow"))
                .filter(inner ->
                        inner.attributes().integer("axis") == node.attributes().integer("axis"))
                .filter(inner -> from >= 0 && inner.attributes().integer("from") >= 0)
                .map(inner -> node.withOperands(inner.operands())
                        .with("from", from + inner.attributes().integer("from")));
    }
}
