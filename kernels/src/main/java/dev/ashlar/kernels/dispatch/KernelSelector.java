// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import dev.ashlar.kernels.common.Activations;
import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.kernels.dispatch.Selection.Rejected;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelKey;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Numerics;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.tensor.BlockOrder;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.Relayout;
import dev.ashlar.runtime.tensor.TensorView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Chooses the kernel of `x * W^T`.
///
/// The exact key first; with leave to relay the weight out, the fastest of all layouts; a weight that is no whole
/// grid is looked up again as the row-major copy that a gather makes of it; last the reference kernel. What was
/// chosen for a weight is chosen for all like it, so that a call costs one look into a table.
final class KernelSelector {
    private static final String REFERENCE = "reference";

    /// All that the choice for a weight depends on.
    private record Like(Format format, LayoutClass layout, long out, long in, PrepackWeights prepack) {}

    private final KernelRegistry registry;
    private final Numerics numerics;
    private final Map<Like, Optional<Selection>> chosen = new ConcurrentHashMap<>();

    KernelSelector(KernelRegistry registry, Numerics numerics) {
        this.registry = registry;
        this.numerics = numerics;
    }

    /// Returns the format that the activations of a weight have: int8 where that is wanted and there is such a form.
    Format activations(Format weight) {
        Format none = Format.F32;
        return numerics == Numerics.Q8 ? Activations.of(weight).orElse(none) : none;
    }

    /// Returns the best kernel, reference kernels last; empty if there is none at all.
    Optional<Selection> linear(TensorView weight, PrepackWeights prepack) {
        LayoutClass own = own(weight);
        Like like = new Like(weight.format(), own, weight.dim(0), weight.dim(1), prepack);
        return chosen.computeIfAbsent(like, absent -> choose(weight, own, prepack));
    }

    private Optional<Selection> choose(TensorView weight, LayoutClass own, PrepackWeights prepack) {
        List<Rejected> rejected = new ArrayList<>();
        Optional<KernelDescriptor> best = candidates(weight).stream()
                .filter(kernel -> accepts(kernel, weight, own, prepack, rejected))
                .max(Comparator.comparingInt((KernelDescriptor kernel) -> isReference(kernel) ? 0 : 1)
                        .thenComparingDouble(KernelDescriptor::unitsPerNanosecond)
                        .thenComparingInt(kernel -> layout(kernel) == own ? 1 : 0));
        return best.map(kernel -> {
            candidates(weight).stream()
                    .filter(other -> other != kernel
                            && rejected.stream().noneMatch(r -> r.kernel().equals(other.name())))
                    .forEach(other -> rejected.add(new Rejected(other.name(), "slower than " + kernel.name())));
            return new Selection(kernel, layout(kernel), rejected);
        });
    }

    /// Returns the best `bitnet_gemv` for a ternary weight as it lies, a gathered one being row-major.
    Optional<Selection> bitnet(TensorView weight) {
        LayoutClass own = own(weight);
        return registry.ofOp("bitnet_gemv").stream()
                .filter(kernel -> kernel.key().operands().get(1).equals(new OperandKey(weight.format(), own)))
                .max(Comparator.comparingDouble(KernelDescriptor::unitsPerNanosecond))
                .map(kernel -> new Selection(kernel, own, List.of()));
    }

    /// The class that a weight has, or has as the copy that a gather makes of it.
    private static LayoutClass own(TensorView weight) {
        return WeightGrid.covers(weight.format(), weight.layoutClass())
                ? weight.layoutClass()
                : Relayout.layoutClass(BlockOrder.ROW_MAJOR, weight.format());
    }

    static boolean isReference(KernelDescriptor kernel) {
        return kernel.family().equals(REFERENCE);
    }

    /// Returns the key that a weight is looked up by as it is, for messages.
    KernelKey key(TensorView weight) {
        Format activations = activations(weight.format());
        return new KernelKey(
                "linear",
                List.of(OperandKey.contiguous(activations), new OperandKey(weight.format(), weight.layoutClass())),
                activations == Format.F32 ? Numerics.EXACT : Numerics.Q8);
    }

    private List<KernelDescriptor> candidates(TensorView weight) {
        OperandKey activations = OperandKey.contiguous(activations(weight.format()));
        return registry.ofOp("linear").stream()
                .filter(kernel -> kernel.key().operands().getFirst().equals(activations))
                .filter(kernel -> kernel.key().operands().get(1).format() == weight.format())
                .toList();
    }

    private boolean accepts(
            KernelDescriptor kernel,
            TensorView weight,
            LayoutClass own,
            PrepackWeights prepack,
            List<Rejected> rejected) {
        LayoutClass layout = layout(kernel);
        boolean relaid = layout != own;
        if (relaid && (prepack == PrepackWeights.KEEP || isReference(kernel))) {
            String reason = "reads %s, the weight is %s".formatted(layout.spelling(), own.spelling());
            rejected.add(new Rejected(kernel.name(), reason));
            return false;
        }
        Optional<String> refusal = kernel.precondition().apply(signature(weight, layout));
        refusal.ifPresent(reason -> rejected.add(new Rejected(kernel.name(), reason)));
        return refusal.isEmpty();
    }

    /// Returns the signature of a product with any number of rows.
    Signature signature(TensorView weight, LayoutClass layout) {
        long out = weight.dim(0);
        long in = weight.dim(1);
        OperandType x =
                new OperandType(activations(weight.format()), LayoutClass.CONTIGUOUS, List.of(OperandType.DYNAMIC, in));
        OperandType w = new OperandType(weight.format(), layout, List.of(out, in));
        OperandType y = new OperandType(Format.F32, LayoutClass.CONTIGUOUS, List.of(OperandType.DYNAMIC, out));
        return new Signature("linear", List.of(x, w), y, Attributes.NONE);
    }

    /// Returns the kernel that quantizes activations.
    KernelDescriptor quantize(Signature signature) {
        return registry.find(signature.key(Numerics.EXACT)).stream()
                .filter(kernel -> kernel.precondition().apply(signature).isEmpty())
                .max(Comparator.comparingDouble(KernelDescriptor::unitsPerNanosecond))
                .orElseThrow(() -> new DispatchException("no kernel for %s to %s"
                        .formatted(
                                signature.key(Numerics.EXACT),
                                signature.result().format().spelling())));
    }

    /// Returns the kernel of the product of two dense matrices.
    KernelDescriptor matmul(Signature signature) {
        return registry.find(signature.key(Numerics.EXACT)).stream()
                .max(Comparator.comparingDouble(KernelDescriptor::unitsPerNanosecond))
                .orElseThrow(() -> new DispatchException("no kernel for " + signature.key(Numerics.EXACT)));
    }

    private static LayoutClass layout(KernelDescriptor kernel) {
        return kernel.key().operands().get(1).layout();
    }
}
