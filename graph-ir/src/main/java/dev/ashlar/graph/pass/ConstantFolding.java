// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.format.Format;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Computes operations whose operands are scalar constants, where IEEE arithmetic defines every bit of the result.
final class ConstantFolding {
    private static final TensorType SCALAR = TensorType.contiguous(Format.F32, List.of());

    private ConstantFolding() {}

    /// Returns the constant that an operation computes; empty if it is none, or not finite.
    static Optional<Double> value(Node node, Map<String, Node> definitions) {
        float[] operands = new float[node.operands().size()];
        for (int i = 0; i < operands.length; i++) {
            Optional<Double> constant = constant(node.operands().get(i), definitions);
            if (constant.isEmpty()) {
                return Optional.empty();
            }
            operands[i] = constant.get().floatValue();
        }
        Optional<Float> result = switch (node.op()) {
            case "add" -> Optional.of(operands[0] + operands[1]);
            case "sub" -> Optional.of(operands[0] - operands[1]);
            case "mul" -> Optional.of(operands[0] * operands[1]);
            case "div" -> Optional.of(operands[0] / operands[1]);
            case "neg" -> Optional.of(-operands[0]);
            case "scale" -> Optional.of(operands[0] * (float) node.attributes().number("factor"));
            case "sqrt" -> Optional.of((float) Math.sqrt(operands[0]));
            default -> Optional.empty();
        };
        return result.filter(Float::isFinite).map(Float::doubleValue);
    }

    /// Returns the value of a scalar f32 constant.
    static Optional<Double> constant(String name, Map<String, Node> definitions) {
        return Optional.ofNullable(definitions.get(name))
                .filter(node -> node.op().equals("constant") && node.type().equals(SCALAR))
                .map(node -> node.attributes().number("value"));
    }
}
