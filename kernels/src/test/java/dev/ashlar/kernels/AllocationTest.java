// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.kernels.scalar.ScalarKernels;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelKey;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A kernel allocates nothing; of scalar kernels this can be seen even where they are interpreted.
class AllocationTest {
    @Test
    void scalarKernelsAllocateNothing() {
        TreeMap<String, Long> allocated = new TreeMap<>();
        int checked = 0;
        for (KernelDescriptor kernel : ScalarKernels.all()) {
            long bytes = Runner.allocatedBytes(kernel, sample(kernel.key()));
            if (bytes > 0) {
                allocated.put(kernel.name(), bytes);
            }
            checked++;
        }
        assertEquals(new TreeMap<>(), allocated);
        assertTrue(checked >= 200, "checked " + checked);
    }

    private static Case sample(KernelKey key) {
        return switch (key.op()) {
            case "linear", "bitnet_gemv" -> WeightCases.linear(key).get(1).test();
            case "embed" -> WeightCases.embed(key).get(1).test();
            default -> DenseCases.of(key).getFirst();
        };
    }
}
