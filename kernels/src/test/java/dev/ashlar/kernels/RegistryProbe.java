// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.runtime.kernel.KernelRegistry;

/// Prints what a JVM of its own can run: `kernel NAME`, and `missing NAME: REASON`.
final class RegistryProbe {
    private RegistryProbe() {}

    public static void main(String[] args) {
        KernelRegistry registry = StandardKernels.registry();
        registry.all().forEach(kernel -> System.out.println("kernel " + kernel.name()));
        registry.unavailable().forEach((name, reason) -> System.out.println("missing " + name + ": " + reason));
    }
}
