// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

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
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// One kernel held against one operation.
final class KernelMatch {
    private final Matching.Operation operation;
    private final KernelDescriptor kernel;
    private final List<OperandKey> keys;
    private final PrepackPolicy prepack;

    KernelMatch(Matching.Operation operation, KernelDescriptor kernel, PrepackPolicy prepack) {
        this.operation = operation;
        this.kernel = kernel;
        this.keys = kernel.key().operands();
        this.prepack = prepack;
    }

    /// Tells whether the kernel reads operands of these formats, if not in these layouts.
    boolean fitsFormats() {
        return keys.size() == operation.operands().size()
                && IntStream.range(0, keys.size())
                        .allMatch(i -> keys.get(i).format()
                                        == operation.operands().get(i).format()
                                || isQuantized(i));
    }

    /// Returns why the kernel cannot compute the operation; empty if it can.
    Optional<String> refusal() {
        int count = operation.operands().size();
        if (keys.size() != count) {
            return Optional.of("takes %d operands, not %d".formatted(keys.size(), count));
        }
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (!isRead(i) && !isQuantized(i)) {
                relayoutRefusal(i).ifPresent(reasons::add);
            }
        }
        if (reasons.isEmpty()) {
            return kernel.precondition().apply(signature());
        }
        return Optional.of(String.join("; ", reasons));
    }

    /// Returns the kernel as a candidate, if nothing refuses it.
    Candidate candidate(CostModel costs) {
        Optional<Format> quantizeTo = Optional.empty();
        Optional<Candidate.WeightOperand> weight = Optional.empty();
        long relayoutBytes = 0;
        for (int i = 0; i < keys.size(); i++) {
            LayoutClass layout = keys.get(i).layout();
            if (isQuantized(i)) {
                quantizeTo = Optional.of(keys.get(i).format());
            } else if (!isRead(i)) {
                relayoutBytes += Sizes.bytes(operation.operands().get(i).withLayout(layout), 1);
            }
            if (operation.areWeights().get(i)) {
                weight = Optional.of(new Candidate.WeightOperand(i, layout));
            }
        }
        return new Candidate(kernel, quantizeTo, weight, costs.nanoseconds(operation, kernel), relayoutBytes);
    }

    private boolean isRead(int index) {
        return operation.operands().get(index).key().equals(keys.get(index));
    }

    /// Tells whether the kernel wants an f32 activation in blocks, as only products with a weight do.
    private boolean isQuantized(int index) {
        TensorType type = operation.operands().get(index);
        OperandKey key = keys.get(index);
        boolean inBlocks = !key.format().isDense() && key.layout() == LayoutClass.CONTIGUOUS;
        return operation.op().equals("linear")
                && index == 0
                && inBlocks
                && type.format() == Format.F32
                && type.layout() == LayoutClass.CONTIGUOUS;
    }

    /// Returns why an operand cannot be relaid out to what the kernel reads.
    private Optional<String> relayoutRefusal(int index) {
        TensorType type = operation.operands().get(index);
        OperandKey key = keys.get(index);
        String name = Ops.find(operation.op()).orElseThrow().operand(index).name();
        String message = "reads %s %s, operand '%s' is %s %s"
                .formatted(
                        key.format().spelling(),
                        key.layout().spelling(),
                        name,
                        type.format().spelling(),
                        type.layout().spelling());
        if (type.format() != key.format()) {
            return Optional.of(message);
        }
        boolean reachable = operation.areWeights().get(index)
                && type.layout() == TensorType.storedLayout(type.format())
                && key.layout().isInputMajor();
        if (!reachable) {
            return Optional.of(message + ", which cannot be relaid out so");
        }
        return prepack == PrepackPolicy.OFF ? Optional.of(message + ", and prepack is off") : Optional.empty();
    }

    /// Returns the signature that the kernel would be bound to.
    private Signature signature() {
        List<OperandType> operands = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            OperandType type = operation.operands().get(i).operandType();
            operands.add(new OperandType(keys.get(i).format(), keys.get(i).layout(), type.dims()));
        }
        return new Signature(operation.op(), operands, operation.result().operandType(), operation.attributes());
    }
}
