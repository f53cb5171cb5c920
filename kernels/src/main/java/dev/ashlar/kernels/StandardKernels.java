// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.kernels.nativecode.CodePath;
import dev.ashlar.kernels.nativecode.NativeLibrary;
import dev.ashlar.kernels.nativecode.ffm.FfmKernels;
import dev.ashlar.kernels.nativecode.jni.JniKernels;
import dev.ashlar.kernels.reference.ReferenceKernels;
import dev.ashlar.kernels.scalar.ScalarKernels;
import dev.ashlar.kernels.vector.VectorGate;
import dev.ashlar.kernels.vector.VectorKernels;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Requirement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Lists the kernel families that come with Ashlar.
public final class StandardKernels {
    private StandardKernels() {}

    /// Makes the registry of the kernels in Java that this JVM can run.
    ///
    /// @return a new registry; [KernelRegistry#unavailable] names what is missing for the others
    public static KernelRegistry registry() {
        return registry(NativeKernels.OMITTED);
    }

    /// Makes the registry of the kernels that this JVM can run.
    ///
    /// The native families are in it only on request: what a graph is compiled to does not depend on whether the
    /// machine that built Ashlar had a C compiler.
    ///
    /// @param use whether the native families are offered
    /// @return a new registry; [KernelRegistry#unavailable] names what is missing for the others
    public static KernelRegistry registry(NativeKernels use) {
        Set<Requirement> met = EnumSet.noneOf(Requirement.class);
        if (VectorGate.isOpen()) {
            met.add(Requirement.VECTOR_API);
        }
        return switch (use) {
            case OMITTED ->
                new KernelRegistry(
                        all().stream()
                                .filter(kernel -> kernel.requirement() != Requirement.NATIVE)
                                .toList(),
                        met);
            case INCLUDED -> {
                Map<Requirement, String> refusals = new EnumMap<>(Requirement.class);
                NativeLibrary.refusal()
                        .ifPresentOrElse(
                                reason -> refusals.put(Requirement.NATIVE, reason), () -> met.add(Requirement.NATIVE));
                yield new KernelRegistry(all(), met, refusals);
            }
        };
    }

    /// Returns all kernels, whether this JVM can run them or not.
    ///
    /// @return vector and scalar before the native families, reference last
    public static List<KernelDescriptor> all() {
        List<KernelDescriptor> all = new ArrayList<>();
        all.addAll(VectorKernels.all());
        all.addAll(ScalarKernels.all());
        all.addAll(FfmKernels.all(CodePath.BEST));
        all.addAll(JniKernels.all(CodePath.BEST));
        all.addAll(ReferenceKernels.all());
        return List.copyOf(all);
    }
}
