// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.kernels.WeightCases.Expected;
import dev.ashlar.kernels.nativecode.CodePath;
import dev.ashlar.kernels.nativecode.NativeLibrary;
import dev.ashlar.kernels.nativecode.ffm.FfmKernels;
import dev.ashlar.kernels.nativecode.jni.JniKernels;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Requirement;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class NativeKernelsTest {
    @Test
    void thePortablePathGivesTheSameBits() {
        NativeLibrary.refusal().ifPresent(Assumptions::abort);
        same(FfmKernels.all(CodePath.BEST), FfmKernels.all(CodePath.PORTABLE));
        same(JniKernels.all(CodePath.BEST), JniKernels.all(CodePath.PORTABLE));
    }

    @Test
    void areOfferedOnlyOnRequest() {
        assertTrue(natives(StandardKernels.registry()).isEmpty());
        Set<String> offered = natives(StandardKernels.registry(NativeKernels.INCLUDED));
        if (NativeLibrary.refusal().isEmpty()) {
            assertEquals(36, offered.size());
        } else {
            assertTrue(offered.isEmpty());
        }
    }

    private static Set<String> natives(KernelRegistry registry) {
        return registry.all().stream()
                .filter(kernel -> kernel.requirement() == Requirement.NATIVE)
                .map(KernelDescriptor::name)
                .collect(Collectors.toSet());
    }

    private static void same(List<KernelDescriptor> best, List<KernelDescriptor> portable) {
        assertEquals(18, best.size());
        for (int i = 0; i < best.size(); i++) {
            for (Expected expected : WeightCases.linear(best.get(i).key())) {
                assertArrayEquals(
                        Runner.run(best.get(i), expected.test(), 1).getLast(),
                        Runner.run(portable.get(i), expected.test(), 1).getLast(),
                        () -> expected.test().toString());
            }
        }
    }
}
