// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds out which kernels can compute the operations of a graph at all, and why the others cannot. Operations that
/// differ in nothing but the names of their operands, as those of the layers of a model, are looked at once.
final class Matching {
    /// The outcome for one operation.
    ///
    /// @param candidates in the order of the registry
    /// @param rejected kernels that read its formats and cannot compute it, or are not available
    /// @param others kernels that read other formats
    record Matches(List<Candidate> candidates, List<Rejected> rejected, List<Rejected> others) {
        /// Returns why a kernel cannot compute the operation.
        Optional<String> refusal(String kernel) {
            return refused()
                    .filter(refused -> refused.kernel().equals(kernel))
                    .map(Rejected::reason)
                    .findFirst();
        }

        /// Returns all that cannot compute the operation, those first that come nearest.
        Stream<Rejected> refused() {
            return Stream.concat(rejected.stream(), others.stream());
        }
    }

    /// All that the outcome depends on.
    ///
    /// @param op name of the operation
    /// @param operands their types
    /// @param areWeights whether they are weights as stored
    /// @param result type of the result
    /// @param attributes the operation's own
    record Operation(
            String op, List<TensorType> operands, List<Boolean> areWeights, TensorType result, Attributes attributes) {}

    private final CompileContext context;
    private final CostModel costs;
    private final Map<String, TensorType> types;
    private final Set<String> weights = new HashSet<>();
    private final Map<Operation, Matches> known = new HashMap<>();

    Matching(Graph graph, CompileContext context, CostModel costs) {
        this.context = context;
        this.costs = costs;
        this.types = graph.types();
        graph.load().stream().filter(node -> node.op().equals("weight")).forEach(node -> weights.add(node.name()));
    }

    /// Names a value that was added after the graph was read.
    void define(Node node) {
        types.put(node.name(), node.type());
    }

    boolean isTaken(String name) {
        return types.containsKey(name);
    }

    TensorType type(String name) {
        return types.get(name);
    }

    Matches match(Node node) {
        Operation operation = new Operation(
                node.op(),
                node.operands().stream().map(types::get).toList(),
                node.operands().stream().map(weights::contains).toList(),
                node.type(),
                node.ownAttributes());
        return known.computeIfAbsent(operation, this::matches);
    }

    private Matches matches(Operation operation) {
        List<Candidate> candidates = new ArrayList<>();
        List<Rejected> rejected = new ArrayList<>();
        List<Rejected> others = new ArrayList<>();
        for (KernelDescriptor kernel : context.registry().ofOp(operation.op())) {
            KernelMatch match = new KernelMatch(operation, kernel, context.prepack());
            Optional<String> reason = match.refusal();
            if (reason.isPresent()) {
                (match.fitsFormats() ? rejected : others).add(new Rejected(kernel.name(), reason.get()));
            } else {
                candidates.add(match.candidate(costs));
            }
        }
        context.registry().unavailable(operation.op()).forEach((kernel, reason) -> {
            boolean fits = new KernelMatch(operation, kernel, context.prepack()).fitsFormats();
            (fits ? rejected : others).add(new Rejected(kernel.name(), reason));
        });
        return new Matches(List.copyOf(candidates), List.copyOf(rejected), List.copyOf(others));
    }

    static String bytes(long bytes) {
        return String.format(Locale.ROOT, "%,d bytes", bytes);
    }
}
