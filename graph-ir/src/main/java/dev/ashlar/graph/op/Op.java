// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.op;

import dev.ashlar.graph.ir.Literals;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.runtime.kernel.Attributes;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A row of the table of operations.
///
/// @param name as scripts spell it
/// @param operands in order
/// @param attributes in the order in which they may be passed by position
/// @param traits what passes must know
/// @param inference the rule for the type of the result
public record Op(
        String name,
        List<OperandSpec> operands,
        List<AttributeSpec> attributes,
        Set<Trait> traits,
        Inference inference) {
    /// What passes must know of an operation.
    public enum Trait {
        /// It runs once, in `load`.
        LOAD,
        /// Its result is its operand's memory: it has no kernel.
        ALIAS,
        /// It is defined by integer products, whatever numerics are wanted.
        INTEGER,
        /// A row of its result depends on that row of those operands that have as many axes and the same
        /// outermost one, and on all of the others.
        ROW_BY_ROW
    }

    /// Copies the lists.
    public Op {
        operands = List.copyOf(operands);
        attributes = List.copyOf(attributes);
        traits = Set.copyOf(traits);
    }

    static Op of(String name, List<OperandSpec> operands, List<AttributeSpec> attributes, Inference inference) {
        return new Op(name, operands, attributes, EnumSet.noneOf(Trait.class), inference);
    }

    Op with(Trait trait) {
        Set<Trait> more = new HashSet<>(traits);
        more.add(trait);
        return new Op(name, operands, attributes, more, inference);
    }

    /// Tells whether a trait holds.
    ///
    /// @param trait which
    /// @return true if it does
    public boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /// Tells whether an operand position takes a state, which the operation writes.
    ///
    /// @param index of the operand
    /// @return true if it does
    public boolean takesState(int index) {
        return index < operands.size() && operands.get(index).role() == OperandSpec.Role.STATE;
    }

    /// Returns how many operands must be given.
    ///
    /// @return the count
    public int minimumOperands() {
        return (int) operands.stream()
                .filter(operand ->
                        operand.role() == OperandSpec.Role.REQUIRED || operand.role() == OperandSpec.Role.REPEATED)
                .count();
    }

    /// Returns how many operands may be given.
    ///
    /// @return the count; [Integer#MAX_VALUE] if there is no bound
    public int maximumOperands() {
        boolean unbounded = operands.stream().anyMatch(operand -> operand.role() == OperandSpec.Role.REPEATED);
        return unbounded ? Integer.MAX_VALUE : operands.size();
    }

    /// Returns the specification of an operand.
    ///
    /// @param index below [#maximumOperands]
    /// @return the specification
    public OperandSpec operand(int index) {
        return operands.get(Math.min(index, operands.size() - 1));
    }

    /// Finds an attribute.
    ///
    /// @param attribute its name
    /// @return empty if the operation has none of that name
    public Optional<AttributeSpec> attribute(String attribute) {
        return attributes.stream().filter(spec -> spec.name().equals(attribute)).findFirst();
    }

    /// Checks operands and attributes, and gives the type of the result and the complete attributes.
    ///
    /// @param types of the operands
    /// @param given attributes as given; those that passes add are kept as they are
    /// @param declared type of the result where the operation cannot know it (`weight`, `reshape`), else empty
    /// @return type and attributes
    /// @throws OpException if they do not fit
    public Inferred infer(List<TensorType> types, Attributes given, Optional<TensorType> declared) {
        if (types.size() < minimumOperands() || types.size() > maximumOperands()) {
            throw new OpException("%s: %d operands, expected %s".formatted(name, types.size(), signature()));
        }
        Typing typing = new Typing(this, types, complete(given), declared);
        TensorType type = inference.infer(typing);
        return new Inferred(type, Attributes.of(typing.attributes()));
    }

    private Map<String, Object> complete(Attributes given) {
        Map<String, Object> complete = new TreeMap<>();
        for (AttributeSpec spec : attributes) {
            spec.defaultValue().ifPresent(value -> complete.put(spec.name(), value));
        }
        given.values().forEach((key, value) -> complete.put(key, checked(key, value)));
        for (AttributeSpec spec : attributes) {
            if (spec.presence() == AttributeSpec.Presence.REQUIRED && !complete.containsKey(spec.name())) {
                throw new OpException("%s: attribute '%s' is missing, expected %s"
                        .formatted(name, spec.name(), spec.kind().description()));
            }
        }
        return complete;
    }

    private Object checked(String key, Object value) {
        if (key.equals(Node.KERNEL) && value instanceof String || key.equals(Node.BUFFER) && value instanceof Long) {
            return value;
        }
        List<String> known = attributes.stream().map(AttributeSpec::name).toList();
        AttributeSpec spec = attribute(key)
                .orElseThrow(() -> new OpException("%s has no attribute '%s', it takes %s%s"
                        .formatted(name, key, known, Nearest.hint(key, known))));
        return spec.coerce(value)
                .orElseThrow(() -> new OpException("%s: attribute '%s' is %s, expected %s"
                        .formatted(name, key, Literals.of(value), spec.kind().description())));
    }

    /// Returns the call as documentation shows it, `rope(x, pos, [freq_factors])`.
    ///
    /// @return operands only
    public String signature() {
        StringBuilder text = new StringBuilder(name).append('(');
        for (int i = 0; i < operands.size(); i++) {
            OperandSpec operand = operands.get(i);
            text.append(i == 0 ? "" : ", ");
            text.append(
                    switch (operand.role()) {
                        case REQUIRED -> operand.name();
                        case OPTIONAL, STATE -> "[" + operand.name() + "]";
                        case REPEATED -> operand.name() + ", ...";
                    });
        }
        return text.append(')').toString();
    }
}
