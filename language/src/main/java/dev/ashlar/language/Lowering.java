// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.source.Source;
import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.ir.Value;
import dev.ashlar.language.node.GraphPlan;
import dev.ashlar.language.node.Place;
import dev.ashlar.language.node.StepPlan;
import dev.ashlar.language.node.ValuePlan;
import dev.ashlar.language.node.ValuePlan.Size;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns a compiled graph into a plan: names become indices, kernels are looked up, every value gets a place.
final class Lowering {
    private final Graph graph;
    private final Source source;
    private final KernelRegistry registry;
    private final Map<String, Long> addresses;
    private final Map<String, TensorType> types;
    private final List<String> symbols = new ArrayList<>();
    private final List<ValuePlan> values = new ArrayList<>();
    private final Map<String, Integer> indices = new HashMap<>();
    private final List<StepPlan> steps = new ArrayList<>();
    private final Map<Long, Integer> buffers = new HashMap<>();

    /// @param addresses where each value of the `load` section is
    Lowering(Graph graph, Source source, KernelRegistry registry, Map<String, Long> addresses) {
        this.graph = graph;
        this.source = source;
        this.registry = registry;
        this.addresses = addresses;
        this.types = graph.types();
    }

    GraphPlan plan() {
        for (Value parameter : graph.params()) {
            parameter.type().dims().forEach(this::declare);
            add(parameter.name(), parameter.type(), new Place.Input(values.size()));
        }
        for (Value state : graph.states()) {
            add(state.name(), state.type(), new Place.State());
        }
        for (Node node : graph.load()) {
            add(node.name(), node.type(), new Place.Weight(addresses.get(node.name())));
        }
        for (Node node : graph.body()) {
            addNode(node);
        }
        return new GraphPlan(
                graph.name(),
                symbols,
                values,
                graph.params().size(),
                steps,
                graph.results().stream().map(result -> index(result.name())).toList(),
                Errors.section(source, graph.position()));
    }

    private void declare(Dim dim) {
        if (dim instanceof Dim.Symbol(String name) && !symbols.contains(name)) {
            symbols.add(name);
        }
    }

    private void addNode(Node node) {
        if (!node.attributes().has(Node.KERNEL)) {
            if (!node.op().equals("reshape")) {
                throw new IllegalStateException("no kernel is chosen for %s".formatted(node));
            }
            add(node.name(), node.type(), new Place.Alias(index(node.operands().getFirst())));
            return;
        }
        add(node.name(), node.type(), new Place.Buffer(buffer(node)));
        String kernel = node.attributes().text(Node.KERNEL);
        KernelDescriptor descriptor = registry.byName(kernel)
                .orElseThrow(() -> new IllegalStateException("kernel '%s' is not registered".formatted(kernel)));
        steps.add(new StepPlan(
                node.name(),
                descriptor,
                signature(node),
                node.operands().stream().map(this::index).toList(),
                index(node.name()),
                Errors.section(source, node.position())));
    }

    private Signature signature(Node node) {
        List<OperandType> operands = node.operands().stream()
                .map(name -> types.get(name).operandType())
                .toList();
        Signature signature = new Signature(node.op(), operands, node.type().operandType(), node.ownAttributes());
        return graph.body().size() > GraphPlan.SMALL_OPERATIONS ? signature.ofAnySize() : signature;
    }

    /// Numbers the planned buffers from 0; a node without one gets its own.
    private int buffer(Node node) {
        long planned =
                node.attributes().has(Node.BUFFER) ? node.attributes().integer(Node.BUFFER) : -1L - values.size();
        Integer known = buffers.putIfAbsent(planned, buffers.size());
        return known == null ? buffers.size() - 1 : known;
    }

    private void add(String name, TensorType type, Place place) {
        indices.put(name, values.size());
        values.add(new ValuePlan(
                name,
                type.format(),
                type.layout(),
                type.dims().stream().map(this::size).toList(),
                place));
    }

    private Size size(Dim dim) {
        return switch (dim) {
            case Dim.Fixed(long size) -> Size.of(size);
            case Dim.Symbol(String name) -> Size.symbol(symbol(name));
        };
    }

    private int symbol(String name) {
        int index = symbols.indexOf(name);
        if (index < 0) {
            throw new IllegalStateException("no parameter of '%s' binds '%s'".formatted(graph.name(), name));
        }
        return index;
    }

    private int index(String name) {
        Integer index = indices.get(name);
        if (index == null) {
            throw new IllegalStateException("'%s' is not defined in '%s'".formatted(name, graph.name()));
        }
        return index;
    }
}
