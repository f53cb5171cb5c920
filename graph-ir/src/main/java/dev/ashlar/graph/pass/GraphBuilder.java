// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.Sizes;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.graph.op.Inferred;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.OpException;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.syntax.Names;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Collects the values of a graph as they come up, each under a name of its own.
final class GraphBuilder {
    private final Budget budget;
    private final List<Value> params = new ArrayList<>();
    private final List<Value> states = new ArrayList<>();
    private final List<Node> load = new ArrayList<>();
    private final List<Node> body = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> stateNames = new HashSet<>();
    private final Map<String, String> weightNames = new HashMap<>();
    private final Map<Object, Staged.Tensor> loaded = new HashMap<>();
    private final Map<String, Integer> counters = new HashMap<>();

    GraphBuilder(Budget budget) {
        this.budget = budget;
    }

    List<Value> params() {
        return params;
    }

    List<Value> states() {
        return states;
    }

    List<Node> load() {
        return load;
    }

    List<Node> body() {
        return body;
    }

    boolean isState(String name) {
        return stateNames.contains(name);
    }

    Staged.Tensor parameter(String name, TensorType type, Position position) {
        requireSize(type, position);
        if (!names.add(name)) {
            throw new EvaluationFailure(position, "parameter '%s' is declared twice", name);
        }
        params.add(new Value(name, type, position));
        return new Staged.Tensor(name, type);
    }

    /// Adds a state; a repeated one, as in a loop, gets the name `k.0`, `k.1`, ...
    Staged.Tensor state(String name, TensorType type, Position position, boolean repeated) {
        requireSize(type, position);
        budget.node(position);
        String unique = repeated ? numbered(name) : unique(name);
        states.add(new Value(unique, type, position));
        stateNames.add(unique);
        return new Staged.Tensor(unique, type);
    }

    /// Adds a weight, once per name in the file.
    Staged.Tensor weight(String fileName, TensorType type, Optional<String> hint, Position position) {
        return loaded.computeIfAbsent("weight " + fileName, key -> {
            Attributes attributes = Attributes.of(Map.of("name", fileName));
            Optional<String> name = hint.or(() -> Optional.of(Names.isName(fileName) ? fileName : "w"));
            Staged.Tensor tensor = add(Ops.find("weight").orElseThrow(), List.of(), attributes, type, name, position);
            weightNames.put(tensor.name(), fileName);
            return tensor;
        });
    }

    /// Adds a scalar constant, once per value.
    Staged.Tensor constant(Object value, Format format, Optional<String> hint, Position position) {
        TensorType type = TensorType.contiguous(format, List.of());
        Attributes attributes = Attributes.of(Map.of("value", value));
        return loaded.computeIfAbsent(List.of(value, format), key -> {
            Optional<String> name = hint.or(() -> Optional.of("c" + (counters.merge("c", 1, Integer::sum) - 1)));
            return add(Ops.find("constant").orElseThrow(), List.of(), attributes, type, name, position);
        });
    }

    /// Adds an operation.
    Staged.Tensor operation(
            Op op, List<Staged.Tensor> operands, Attributes attributes, Target target, Position position) {
        for (int i = 0; i < operands.size(); i++) {
            requireStateWhereTaken(op, i, operands.get(i).name(), position);
        }
        try {
            List<TensorType> types = operands.stream().map(Staged.Tensor::type).toList();
            Inferred inferred = op.infer(types, attributes, target.type());
            List<String> operandNames =
                    operands.stream().map(Staged.Tensor::name).toList();
            return add(op, operandNames, inferred.attributes(), inferred.type(), target.name(), position);
        } catch (OpException e) {
            throw new EvaluationFailure(position, "%s", e.getMessage() + weightsAmong(op, operands));
        } catch (ArithmeticException e) {
            throw new EvaluationFailure(position, "%s: a size exceeds 64 bits", op.name());
        }
    }

    private void requireStateWhereTaken(Op op, int index, String operand, Position position) {
        if (op.takesState(index) == isState(operand)) {
            return;
        }
        if (isState(operand)) {
            throw new EvaluationFailure(
                    position,
                    "%s: '%s' is a state, which only an operation that writes it may take",
                    op.name(),
                    operand);
        }
        throw new EvaluationFailure(
                position,
                "%s: operand '%s' is no state, expected one",
                op.name(),
                op.operand(index).name());
    }

    private String weightsAmong(Op op, List<Staged.Tensor> operands) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < operands.size(); i++) {
            String weight = weightNames.get(operands.get(i).name());
            if (weight != null) {
                text.append("; '%s' is weight '%s'".formatted(op.operand(i).name(), weight));
            }
        }
        return text.toString();
    }

    private Staged.Tensor add(
            Op op,
            List<String> operands,
            Attributes attributes,
            TensorType type,
            Optional<String> hint,
            Position position) {
        requireSize(type, position);
        budget.node(position);
        String name = hint.map(this::unique).orElseGet(this::anonymous);
        Node node = new Node(name, type, op.name(), operands, attributes, position);
        (op.is(Op.Trait.LOAD) ? load : body).add(node);
        return new Staged.Tensor(name, type);
    }

    private static void requireSize(TensorType type, Position position) {
        if (!Sizes.fit(type)) {
            throw new EvaluationFailure(position, "the size of %s exceeds 64 bits", type);
        }
    }

    private String anonymous() {
        return unique("t" + (counters.merge("t", 1, Integer::sum) - 1));
    }

    private String unique(String name) {
        String candidate = name;
        while (!names.add(candidate)) {
            candidate = name + "." + counters.merge(name, 1, Integer::sum);
        }
        return candidate;
    }

    private String numbered(String name) {
        String candidate;
        do {
            candidate = name + "." + (counters.merge("state " + name, 1, Integer::sum) - 1);
        } while (!names.add(candidate));
        return candidate;
    }
}
