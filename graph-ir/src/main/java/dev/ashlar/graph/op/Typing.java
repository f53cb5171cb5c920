// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an inference rule knows, and the checks that rules share.
public final class Typing {
    private final Op op;
    private final List<TensorType> operands;
    private final Map<String, Object> attributes;
    private final Optional<TensorType> declared;

    Typing(Op op, List<TensorType> operands, Map<String, Object> attributes, Optional<TensorType> declared) {
        this.op = op;
        this.operands = operands;
        this.attributes = attributes;
        this.declared = declared;
    }

    Map<String, Object> attributes() {
        return attributes;
    }

    int count() {
        return operands.size();
    }

    TensorType operand(int index) {
        return operands.get(index);
    }

    TensorType declared() {
        return declared.orElseThrow(() -> new OpException(op.name() + ": the type of the result must be declared"));
    }

    boolean has(String attribute) {
        return attributes.containsKey(attribute);
    }

    long integer(String attribute) {
        return (Long) attributes.get(attribute);
    }

    String text(String attribute) {
        return (String) attributes.get(attribute);
    }

    double number(String attribute) {
        return (Double) attributes.get(attribute);
    }

    @SuppressWarnings("unchecked")
    List<Long> integers(String attribute) {
        return (List<Long>) attributes.get(attribute);
    }

    void set(String attribute, Object value) {
        attributes.put(attribute, value);
    }

    OpException fail(String message, Object... arguments) {
        return new OpException(op.name() + ": " + message.formatted(arguments));
    }

    private String describe(int index) {
        return "operand '%s' is %s".formatted(op.operand(index).name(), operand(index));
    }

    /// Demands a positive integer attribute.
    long positive(String attribute) {
        long value = integer(attribute);
        if (value < 1) {
            throw fail("attribute '%s' is %d, expected at least 1", attribute, value);
        }
        return value;
    }

    /// Demands one of some formats, in contiguous memory.
    TensorType dense(int index, Format... formats) {
        TensorType type = operand(index);
        if (!List.of(formats).contains(type.format()) || type.layout() != LayoutClass.CONTIGUOUS) {
            String expected = String.join(
                    " or ", List.of(formats).stream().map(Format::spelling).toList());
            throw fail("%s, expected %s", describe(index), expected);
        }
        return type;
    }

    TensorType f32(int index) {
        return dense(index, Format.F32);
    }

    /// Demands any dense format, in contiguous memory.
    TensorType anyDense(int index) {
        TensorType type = operand(index);
        if (!type.format().isDense() || type.layout() != LayoutClass.CONTIGUOUS) {
            throw fail("%s, expected a dense tensor; dequantize it where it is made", describe(index));
        }
        return type;
    }

    TensorType rank(int index, int rank) {
        TensorType type = operand(index);
        if (type.rank() != rank) {
            throw fail("%s, expected %d dims", describe(index), rank);
        }
        return type;
    }

    TensorType rankAtLeast(int index, int rank) {
        TensorType type = operand(index);
        if (type.rank() < rank) {
            throw fail("%s, expected at least %d dims", describe(index), rank);
        }
        return type;
    }

    /// Demands a whole weight `[out, in]`, in any format and layout that has a block grid.
    TensorType weight(int index) {
        TensorType type = rank(index, 2);
        for (int axis = 0; axis < 2; axis++) {
            fixed(index, axis);
        }
        if (type.layout() == LayoutClass.STRIDED || type.layout() == LayoutClass.BLOCKED_STRIDED) {
            throw fail("%s, expected a whole weight", describe(index));
        }
        return type;
    }

    /// Demands a size that is known when the graph is built.
    long fixed(int index, int axis) {
        return switch (operand(index).dim(axis)) {
            case Dim.Fixed fixed -> fixed.size();
            case Dim.Symbol symbol ->
                throw fail("%s, expected a fixed size where '%s' is", describe(index), symbol.name());
        };
    }

    /// Demands that two sizes are the same.
    void same(int index, int axis, int otherIndex, int otherAxis) {
        Dim dim = operand(index).dim(axis);
        Dim other = operand(otherIndex).dim(otherAxis);
        if (dim.equals(other)) {
            return;
        }
        String both = "%s and %s".formatted(describe(index), describe(otherIndex));
        if (dim instanceof Dim.Fixed && other instanceof Dim.Fixed) {
            throw fail("%s, expected %s and %s to be equal", both, dim, other);
        }
        throw fail("symbol conflict between '%s' and '%s': %s", dim, other, both);
    }

    /// Demands one exact type.
    void exactly(int index, TensorType expected) {
        TensorType type = operand(index);
        if (type.format() == expected.format() && type.rank() == expected.rank()) {
            for (int axis = 0; axis < type.rank(); axis++) {
                if (!type.dim(axis).equals(expected.dim(axis))) {
                    String conflict = type.dim(axis) instanceof Dim.Fixed && expected.dim(axis) instanceof Dim.Fixed
                            ? ""
                            : "symbol conflict between '%s' and '%s': ".formatted(type.dim(axis), expected.dim(axis));
                    throw fail("%s%s, expected %s", conflict, describe(index), expected);
                }
            }
        }
        if (!type.equals(expected)) {
            throw fail("%s, expected %s", describe(index), expected);
        }
    }

    /// Demands an axis of an operand, and sets it counted from the outermost.
    int axis(int index, String attribute) {
        int axis = axis(index, integer(attribute));
        set(attribute, (long) axis);
        return axis;
    }

    int axis(int index, long axis) {
        int rank = operand(index).rank();
        if (axis < -rank || axis >= rank) {
            throw fail("axis %d of %s, expected one from %d to %d", axis, operand(index), -rank, rank - 1);
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }
}
