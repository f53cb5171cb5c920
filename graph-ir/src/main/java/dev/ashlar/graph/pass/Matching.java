// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.Sizes;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds out which kernels can compute an operation at all, and why the others cannot.
final class Matching {
    /// The outcome for one operation.
    ///
    /// @param candidates in the order of the registry
    /// @param rejected kernels that cannot compute it
    record Matches(List<Candidate> candidates, List<Rejected> rejected) {}

    private final CompileContext context;
    private final CostModel costs;
    private final Map<String, TensorType> types;
    private final Set<String> weights = new HashSet<>();

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
        List<Candidate> candidates = new ArrayList<>();
        List<Rejected> rejected = new ArrayList<>();
        for (KernelDescriptor kernel : context.registry().ofOp(node.op())) {
            List<String> reasons = new ArrayList<>();
            Optional<Candidate> candidate = candidate(node, kernel, reasons);
            candidate.ifPresent(candidates::add);
            if (candidate.isEmpty()) {
                rejected.add(new Rejected(kernel.name(), String.join("; ", reasons)));
            }
        }
        context.registry().unavailable().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(node.op() + "."))
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> rejected.add(new Rejected(entry.getKey(), entry.getValue())));
        return new Matches(candidates, rejected);
    }

    private Optional<Candidate> candidate(Node node, KernelDescriptor kernel, List<String> reasons) {
        List<OperandKey> keys = kernel.key().operands();
        if (keys.size() != node.operands().size()) {
            reasons.add("takes %d operands, not %d"
                    .formatted(keys.size(), node.operands().size()));
            return Optional.empty();
        }
        Optional<Format> quantizeTo = Optional.empty();
        Optional<Candidate.WeightOperand> weight = Optional.empty();
        long relayoutBytes = 0;
        for (int i = 0; i < keys.size(); i++) {
            String operand = node.operands().get(i);
            TensorType type = types.get(operand);
            OperandKey key = keys.get(i);
            if (isQuantized(node, i, type, key)) {
                quantizeTo = Optional.of(key.format());
            } else if (!type.key().equals(key)) {
                Optional<String> refusal = relayoutRefusal(node, i, key);
                refusal.ifPresent(reasons::add);
                relayoutBytes += refusal.isPresent() ? 0 : Sizes.bytes(type.withLayout(key.layout()), 1);
            }
            if (weights.contains(operand)) {
                weight = Optional.of(new Candidate.WeightOperand(operand, key.layout()));
            }
        }
        if (reasons.isEmpty()) {
            kernel.precondition().apply(signature(node, keys)).ifPresent(reasons::add);
        }
        if (!reasons.isEmpty()) {
            return Optional.empty();
        }
        List<TensorType> operands = node.operands().stream().map(types::get).toList();
        double nanoseconds = costs.nanoseconds(node, operands, kernel);
        return Optional.of(new Candidate(kernel, quantizeTo, weight, nanoseconds, relayoutBytes));
    }

    /// Tells whether a kernel wants an f32 activation in blocks, as only products with a weight do.
    private static boolean isQuantized(Node node, int index, TensorType type, OperandKey key) {
        boolean inBlocks = !key.format().isDense() && key.layout() == LayoutClass.CONTIGUOUS;
        return node.op().equals("linear")
                && index == 0
                && inBlocks
                && type.format() == Format.F32
                && type.layout() == LayoutClass.CONTIGUOUS;
    }

    private Optional<String> relayoutRefusal(Node node, int index, OperandKey key) {
        String operand = node.operands().get(index);
        TensorType type = types.get(operand);
        String found = "operand '%s' is %s %s"
                .formatted(
                        Ops.of(node).operand(index).name(),
                        type.format().spelling(),
                        type.layout().spelling());
        String wanted =
                "reads %s %s".formatted(key.format().spelling(), key.layout().spelling());
        if (type.format() != key.format()) {
            return Optional.of(wanted + ", " + found);
        }
        boolean reachable = weights.contains(operand)
                && type.layout() == TensorType.storedLayout(type.format())
                && key.layout().isInputMajor();
        if (!reachable) {
            return Optional.of("%s, %s, which cannot be relaid out so".formatted(wanted, found));
        }
        if (context.prepack() == PrepackPolicy.OFF) {
            return Optional.of("%s, %s, and prepack is off".formatted(wanted, found));
        }
        return Optional.empty();
    }

    /// Returns the signature that the kernel would be bound to.
    private Signature signature(Node node, List<OperandKey> keys) {
        List<OperandType> operands = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            OperandType type = types.get(node.operands().get(i)).operandType();
            operands.add(new OperandType(keys.get(i).format(), keys.get(i).layout(), type.dims()));
        }
        return new Signature(node.op(), operands, node.type().operandType(), node.ownAttributes());
    }

    static String bytes(long bytes) {
        return String.format(Locale.ROOT, "%,d bytes", bytes);
    }
}
