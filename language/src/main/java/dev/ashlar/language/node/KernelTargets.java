// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.RootCallTarget;
import com.oracle.truffle.api.TruffleLanguage;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// The kernels that an engine has bound, each with its call target: the number of compilations grows with distinct
/// signatures, not with the depth of a model. Thread-safe.
public final class KernelTargets {
    private final TruffleLanguage<?> language;
    private final Map<Key, Bound> bound = new ConcurrentHashMap<>();

    private record Key(String kernel, Signature signature) {}

    /// A kernel and the call target that runs it.
    ///
    /// @param kernel bound to a signature
    /// @param target takes one slice
    /// @param unitsPerNanosecond throughput of one thread, as the descriptor says
    record Bound(Kernel kernel, RootCallTarget target, double unitsPerNanosecond) {}

    /// Makes an empty set.
    ///
    /// @param language owner of the root nodes
    public KernelTargets(TruffleLanguage<?> language) {
        this.language = language;
    }

    /// Returns how many kernels are bound.
    ///
    /// @return distinct pairs of kernel and signature
    public int size() {
        return bound.size();
    }

    Bound bind(KernelDescriptor descriptor, Signature signature) {
        return bound.computeIfAbsent(new Key(descriptor.name(), signature), key -> {
            Kernel kernel = descriptor.factory().create(signature);
            KernelRoot root = new KernelRoot(language, kernel, nameOf(descriptor, signature));
            RootCallTarget target = root.getCallTarget();
            // The first call links the target to the context of its thread, and worker threads have none: an empty one.
            target.call(new Slice().arguments);
            return new Bound(kernel, target, descriptor.unitsPerNanosecond());
        });
    }

    private static String nameOf(KernelDescriptor descriptor, Signature signature) {
        return signature.operands().stream()
                .map(KernelTargets::shapeOf)
                .collect(Collectors.joining(", ", descriptor.name() + "(", ")"));
    }

    private static String shapeOf(OperandType type) {
        List<Long> dims = type.dims();
        return dims.stream()
                .map(size -> size == OperandType.DYNAMIC ? "_" : size.toString())
                .collect(Collectors.joining("x", type.format().spelling() + "[", "]"));
    }
}
