// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.kernels.reference.ReferenceKernels;
import dev.ashlar.kernels.scalar.ScalarKernels;
import dev.ashlar.kernels.vector.VectorGate;
import dev.ashlar.kernels.vector.VectorKernels;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Requirement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Lists the kernel families that come with Ashlar.
public final class StandardKernels {
    private StandardKernels() {}

    /// Makes the registry of the kernels that this JVM can run.
    ///
    /// @return a new registry; [KernelRegistry#unavailable] names what is missing for the others
    public static KernelRegistry registry() {
        return new KernelRegistry(all(), met());
    }

    /// Returns all kernels, whether this JVM can run them or not.
    ///
    /// @return fastest family first
    public static List<KernelDescriptor> all() {
        List<KernelDescriptor> all = new ArrayList<>();
        all.addAll(VectorKernels.all());
        all.addAll(ScalarKernels.all());
        all.addAll(ReferenceKernels.all());
        return List.copyOf(all);
    }

    private static Set<Requirement> met() {
        Set<Requirement> met = EnumSet.noneOf(Requirement.class);
        if (VectorGate.isOpen()) {
            met.add(Requirement.VECTOR_API);
        }
        return met;
    }
}
