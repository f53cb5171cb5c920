// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.RootCallTarget;
import com.oracle.truffle.api.TruffleLanguage;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Requirement;
import dev.ashlar.runtime.kernel.Signature;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// The kernels that an engine has bound, each with its call target: the number of compilations grows with distinct
/// signatures, not with the depth of a model. Thread-safe.
public final class KernelTargets {
    private final TruffleLanguage<?> language;
    private final KernelRegistry registry;
    private final Map<Key, Bound> bound = new ConcurrentHashMap<>();

    private record Key(String kernel, Signature signature) {}

    /// A kernel for some number of rows and the call target that runs it.
    ///
    /// @param kernel bound to a signature
    /// @param warmUp runs until `kernel` is compiled; `kernel` itself where no other is faster by then
    /// @param target takes one slice
    record Unit(Kernel kernel, Kernel warmUp, RootCallTarget target) {
        long scratchBytes(KernelCall call) {
            return Math.max(kernel.scratchBytes(call), warmUp.scratchBytes(call));
        }

        KernelRoot root() {
            return (KernelRoot) target.getRootNode();
        }
    }

    /// What runs the calls of one operation.
    ///
    /// @param one runs calls of one row
    /// @param many runs the others; the same as `one` unless the kernel has loops of its own for one row
    record Bound(Unit one, Unit many) {
        Unit forRows(int rows) {
            return rows == 1 ? one : many;
        }

        /// Returns the memory that either kernel needs: the one may run in place of the other.
        long scratchBytes(KernelCall call) {
            return Math.max(one.scratchBytes(call), many.scratchBytes(call));
        }

        /// Tells whether calls of many rows can wait for their kernel.
        boolean isTwo() {
            return one != many;
        }
    }

    /// Makes an empty set.
    ///
    /// @param language owner of the root nodes
    /// @param registry the kernels of the engine
    public KernelTargets(TruffleLanguage<?> language, KernelRegistry registry) {
        this.language = language;
        this.registry = registry;
    }

    /// Returns the kernels of the engine.
    ///
    /// @return the registry
    public KernelRegistry registry() {
        return registry;
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
            Kernel warmUp = warmUp(descriptor, signature, kernel);
            String name = nameOf(descriptor, signature);
            Kernel forMany = kernel.forRows(2);
            Kernel forOne = kernel.forRows(1);
            if (forOne == forMany) {
                Unit unit = unit(kernel, warmUp, name, Optional.empty());
                return new Bound(unit, unit);
            }
            Unit one = unit(forOne, warmUp, name + " of one row", Optional.empty());
            return new Bound(one, unit(forMany, warmUp, name, Optional.of(new RowByRow(one.target, signature))));
        });
    }

    private Unit unit(Kernel kernel, Kernel warmUp, String name, Optional<RowByRow> rows) {
        KernelRoot root = new KernelRoot(language, kernel, warmUp, name, rows);
        RootCallTarget target = root.getCallTarget();
        // The first call links the target to the context of its thread, and worker threads have none: an empty one.
        target.call(new Slice().arguments);
        return new Unit(kernel, warmUp, target);
    }

    /// Vectors that are not compiled are objects, and a hundred times slower than plain loops. So the kernel of
    /// the same key without vectors runs at first: it counts the same units and gives the same bits.
    private Kernel warmUp(KernelDescriptor descriptor, Signature signature, Kernel kernel) {
        if (descriptor.requirement() == Requirement.NONE) {
            return kernel;
        }
        return registry.find(descriptor.key()).stream()
                .filter(other -> other.requirement() == Requirement.NONE)
                .filter(other -> other.precondition().apply(signature).isEmpty())
                .findFirst()
                .map(other -> other.factory().create(signature))
                .orElse(kernel);
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
