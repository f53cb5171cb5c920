// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Nearest;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelKey;
import dev.ashlar.runtime.kernel.Numerics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Pass `select-kernels`: chooses a kernel for every operation by its key, its precondition and its cost, and
/// quantizes activations where the chosen kernels read them so, once per value and format.
///
/// ```text
/// t0: f32[T, 64] = linear(x, w)
/// ```
/// becomes
/// ```text
/// x.q8_0: q8_0[T, 96] = quantize(x) {kernel = "quantize.scalar", to = "q8_0"}
/// t0: f32[T, 64] = linear(x.q8_0, w) {kernel = "linear.q4_0.row_major.q8.scalar"}
/// ```
/// Relayouts and quantizations that the graph has already are decided anew; a kernel that an operation names
/// stays.
final class SelectKernels implements Pass {
    @Override
    public Graph run(Graph graph, PassContext context) {
        return new Selection(Undecided.of(graph), context).run();
    }

    private static final class Selection {
        private final Graph graph;
        private final PassContext context;
        private final CostModel costs;
        private final Matching matching;
        private final Set<KernelKey> warned = new HashSet<>();
        private final List<Node> body = new ArrayList<>();
        private final Map<String, Node> quantized = new HashMap<>();

        Selection(Graph graph, PassContext context) {
            this.graph = graph;
            this.context = context;
            this.costs =
                    new CostModel(context.compile().threads(), context.compile().calls());
            this.matching = new Matching(graph, context.compile(), costs);
        }

        Graph run() {
            Map<String, Choice> choices = new HashMap<>();
            List<Choice> inOrder = new ArrayList<>();
            for (Node node : graph.body()) {
                if (!Ops.of(node).is(Op.Trait.ALIAS)) {
                    choose(node).ifPresent(choice -> {
                        choices.put(node.name(), choice);
                        inOrder.add(choice);
                    });
                }
            }
            new WeightSharing(costs, matching).decide(inOrder);
            inOrder.stream()
                    .filter(choice -> choice.node().attributes().has(Node.KERNEL))
                    .forEach(this::pin);
            for (Node node : graph.body()) {
                Choice choice = choices.get(node.name());
                body.add(choice == null ? node : decided(choice));
            }
            return graph.withNodes(graph.load(), body);
        }

        private Optional<Choice> choose(Node node) {
            Matching.Matches matches = matching.match(node);
            if (matches.candidates().isEmpty()) {
                String tried = matches.refused()
                        .map(rejected -> "'%s' %s".formatted(rejected.kernel(), rejected.reason()))
                        .limit(8)
                        .collect(Collectors.joining("; "));
                context.diagnostics()
                        .add(
                                node.position(),
                                "no kernel for %s%s".formatted(call(node), tried.isEmpty() ? "" : ": " + tried));
                return Optional.empty();
            }
            return Optional.of(new Choice(node, matches, ideal(node), costs));
        }

        /// Returns the numerics that an operation should have.
        private Numerics ideal(Node node) {
            if (Ops.of(node).is(Op.Trait.INTEGER)) {
                return Numerics.Q8;
            }
            boolean isPacked = node.op().equals("linear")
                    && !matching.type(node.operands().get(1)).format().isDense();
            return isPacked ? context.compile().numerics() : Numerics.EXACT;
        }

        private void pin(Choice choice) {
            Node node = choice.node();
            String name = node.attributes().text(Node.KERNEL);
            Optional<Candidate> named = choice.matches().candidates().stream()
                    .filter(candidate -> candidate.kernel().name().equals(name))
                    .findFirst();
            if (named.isPresent()) {
                choice.pin(named.get());
                return;
            }
            List<String> known = context.compile().registry().ofOp(node.op()).stream()
                    .map(KernelDescriptor::name)
                    .toList();
            String reason =
                    choice.matches().refusal(name).orElse("there is no such kernel" + Nearest.hint(name, known));
            context.diagnostics()
                    .add(node.position(), "kernel '%s' cannot compute '%s': %s".formatted(name, node.name(), reason));
        }

        private Node decided(Choice choice) {
            Candidate chosen = choice.chosen();
            List<String> operands = new ArrayList<>(choice.node().operands());
            chosen.quantizeTo()
                    .ifPresent(format -> operands.set(0, quantize(choice.node(), operands.getFirst(), format)));
            if (chosen.isReference()) {
                reference(choice.node(), chosen.kernel());
            }
            context.decisions().add(choice.decision());
            return choice.node()
                    .withOperands(operands)
                    .with(Node.KERNEL, chosen.kernel().name());
        }

        /// Returns the name of an activation in blocks, which is made before its first reader.
        private String quantize(Node reader, String operand, Format format) {
            String key = operand + "." + format.spelling();
            Node known = quantized.get(key);
            if (known != null) {
                return known.name();
            }
            String name = key;
            for (int i = 1; matching.isTaken(name); i++) {
                name = key + "." + i;
            }
            TensorType type =
                    TensorType.contiguous(format, matching.type(operand).dims());
            Attributes attributes = Attributes.of(Map.of("to", format.spelling()));
            Node node = new Node(name, type, "quantize", List.of(operand), attributes, reader.position());
            matching.define(node);
            quantized.put(key, node);
            choose(node).ifPresent(choice -> body.add(decided(choice)));
            return name;
        }

        private void reference(Node node, KernelDescriptor kernel) {
            String message =
                    "only the reference kernel '%s' computes %s, which is slow".formatted(kernel.name(), kernel.key());
            if (context.compile().strictness() == Strictness.STRICT) {
                context.diagnostics().add(node.position(), message);
            } else if (warned.add(kernel.key())) {
                context.warnings().add(Diagnostic.of(node.position(), message));
            }
        }

        private String call(Node node) {
            return node.operands().stream()
                    .map(operand -> matching.type(operand).toString())
                    .collect(Collectors.joining(", ", node.op() + "(", ")"));
        }
    }
}
