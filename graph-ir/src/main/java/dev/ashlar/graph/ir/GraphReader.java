// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import dev.ashlar.graph.syntax.Declaration.GraphDeclaration;
import dev.ashlar.graph.syntax.Expression;
import dev.ashlar.graph.syntax.Position;
import dev.ashlar.graph.syntax.Statement;
import dev.ashlar.graph.syntax.TypeExpression;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Reads a graph declaration in flat form, as [Printer] prints it, without checking that it makes sense.
public final class GraphReader {
    /// The declaration is not flat.
    private static final class NotFlat extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotFlat() {
            super(null, null, false, false);
        }
    }

    private final List<Value> states = new ArrayList<>();
    private final List<Node> load = new ArrayList<>();
    private final List<Node> body = new ArrayList<>();
    private final List<Value> results = new ArrayList<>();

    private GraphReader() {}

    /// Reads a declaration.
    ///
    /// @param declaration any
    /// @return the graph; empty if anything in it is left to resolve: an untyped binding, a nested expression,
    ///     a staged value, control flow, a shape with a name that is no symbol
    public static Optional<Graph> read(GraphDeclaration declaration) {
        try {
            return Optional.of(new GraphReader().graph(declaration));
        } catch (NotFlat e) {
            return Optional.empty();
        }
    }

    private Graph graph(GraphDeclaration declaration) {
        List<Value> params = declaration.parameters().stream()
                .map(parameter -> new Value(parameter.name(), type(parameter.type()), parameter.position()))
                .toList();
        List<TensorType> types =
                declaration.results().stream().map(GraphReader::type).toList();
        for (Statement statement : declaration.body()) {
            if (!results.isEmpty()) {
                throw new NotFlat();
            }
            statement(statement, types);
        }
        if (results.isEmpty()) {
            throw new NotFlat();
        }
        return new Graph(declaration.name(), params, states, load, body, results, declaration.position());
    }

    private void statement(Statement statement, List<TensorType> resultTypes) {
        switch (statement) {
            case Statement.State state -> states.add(new Value(state.name(), type(state.type()), state.position()));
            case Statement.Binding binding -> body.add(node(binding));
            case Statement.Load block -> {
                for (Statement inner : block.body()) {
                    if (!(inner instanceof Statement.Binding binding)) {
                        throw new NotFlat();
                    }
                    load.add(node(binding));
                }
            }
            case Statement.Return returned -> {
                if (returned.values().size() != resultTypes.size()) {
                    throw new NotFlat();
                }
                for (int i = 0; i < resultTypes.size(); i++) {
                    Expression value = returned.values().get(i);
                    results.add(new Value(name(value), resultTypes.get(i), value.position()));
                }
            }
            case Statement.For loop -> throw new NotFlat();
            case Statement.If branch -> throw new NotFlat();
        }
    }

    private static Node node(Statement.Binding binding) {
        if (binding.targets().size() != 1
                || binding.type().isEmpty()
                || !(binding.value() instanceof Expression.Call call)) {
            throw new NotFlat();
        }
        TreeMap<String, Object> attributes = new TreeMap<>();
        List<String> operands = new ArrayList<>();
        for (Expression.Argument argument : call.arguments()) {
            if (argument.name().isPresent()) {
                throw new NotFlat();
            }
            if (call.callee().equals("weight") && operands.isEmpty() && !attributes.containsKey("name")) {
                attributes.put("name", literal(argument.value(), String.class));
            } else {
                operands.add(name(argument.value()));
            }
        }
        for (Expression.Argument attribute : binding.attributes()) {
            if (attributes.put(attribute.name().orElseThrow(), literal(attribute.value())) != null) {
                throw new NotFlat();
            }
        }
        Position position = binding.position();
        String name = binding.targets().getFirst().name();
        TensorType type = type(binding.type().get());
        return new Node(name, type, call.callee(), operands, new Attributes(attributes), position);
    }

    private static String name(Expression expression) {
        if (expression instanceof Expression.Name name) {
            return name.name();
        }
        throw new NotFlat();
    }

    private static <T> T literal(Expression expression, Class<T> kind) {
        Object value = literal(expression);
        if (!kind.isInstance(value)) {
            throw new NotFlat();
        }
        return kind.cast(value);
    }

    private static Object literal(Expression expression) {
        return switch (expression) {
            case Expression.IntegerLiteral integer -> integer.value();
            case Expression.FloatLiteral number -> number.value();
            case Expression.BooleanLiteral flag -> flag.value();
            case Expression.StringLiteral string -> string.plain().orElseThrow(NotFlat::new);
            case Expression.ListLiteral list ->
                list.elements().stream().map(element -> literal(element)).toList();
            default -> throw new NotFlat();
        };
    }

    private static TensorType type(TypeExpression type) {
        Format format = Format.ofSpelling(type.format()).orElseThrow(NotFlat::new);
        LayoutClass layout = type.layout()
                .map(spelling -> LayoutClass.ofSpelling(spelling).orElseThrow(NotFlat::new))
                .orElse(LayoutClass.CONTIGUOUS);
        List<Dim> dims = type.dims().stream().map(GraphReader::dim).toList();
        return new TensorType(format, dims, layout);
    }

    private static Dim dim(Expression expression) {
        return switch (expression) {
            case Expression.IntegerLiteral integer when integer.value() > 0 -> Dim.of(integer.value());
            case Expression.Name name when Character.isUpperCase(name.name().charAt(0)) -> Dim.of(name.name());
            default -> throw new NotFlat();
        };
    }
}
