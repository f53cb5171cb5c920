// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.ashlar.kernels.WeightCases.Expected;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelKey;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Every kernel of the registry against float64, against the other families bit by bit, and against itself in parts.
class ContractTest {
    private static final double BOUND = 1e-6;
    private static final KernelRegistry REGISTRY = StandardKernels.registry(NativeKernels.INCLUDED);
    private static final Set<String> WITH_WEIGHTS = Set.of("linear", "bitnet_gemv", "embed");

    @Test
    void kernelsWithWeightsKeepTheContract() {
        Set<String> covered = new HashSet<>();
        for (Map.Entry<KernelKey, List<KernelDescriptor>> entry : byKey().entrySet()) {
            KernelKey key = entry.getKey();
            if (!WITH_WEIGHTS.contains(key.op())) {
                continue;
            }
            List<Expected> cases = key.op().equals("embed") ? WeightCases.embed(key) : WeightCases.linear(key);
            for (Expected expected : cases) {
                agreeing(entry.getValue(), expected.test(), covered).forEach((kernel, results) -> {
                    String difference = difference(expected, results.getLast());
                    assertEquals("", difference, () -> kernel.name() + ": " + expected.test());
                });
            }
        }
        assertEquals(kernels(true), covered);
        assertTrue(covered.size() >= 150, "covered " + covered.size());
    }

    @Test
    void bytesOfAnotherOrderGiveWrongNumbers() {
        int checked = 0;
        for (KernelDescriptor kernel : REGISTRY.all()) {
            KernelKey key = kernel.key();
            if (WITH_WEIGHTS.contains(key.op())) {
                Expected wide = WeightCases.wide(key);
                if (kernel.precondition().apply(wide.swapped().signature()).isEmpty()) {
                    byte[] result = Runner.run(kernel, wide.swapped(), 1).getLast();
                    assertTrue(!close(wide, result), kernel.name() + " does not notice the order");
                    checked++;
                }
            }
        }
        assertTrue(checked >= 150, "checked " + checked);
    }

    @Test
    void otherKernelsKeepTheContract() {
        Set<String> covered = new HashSet<>();
        for (Map.Entry<KernelKey, List<KernelDescriptor>> entry : byKey().entrySet()) {
            KernelKey key = entry.getKey();
            if (WITH_WEIGHTS.contains(key.op())) {
                continue;
            }
            for (Case test : DenseCases.of(key)) {
                Map<KernelDescriptor, List<byte[]>> results = agreeing(entry.getValue(), test, covered);
                List<byte[]> right = results.entrySet().stream()
                        .filter(result -> result.getKey().family().equals("reference"))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(List.of());
                results.forEach((kernel, found) -> Tolerance.check(kernel, test, right, found));
            }
        }
        assertEquals(kernels(false), covered);
        assertTrue(covered.size() >= 200, "covered " + covered.size());
    }

    /// Runs the kernels that accept a case, compares each with itself in parts and with its dims unknown, and the
    /// families with each other; returns what each gave.
    private static Map<KernelDescriptor, List<byte[]>> agreeing(
            List<KernelDescriptor> kernels, Case test, Set<String> covered) {
        List<KernelDescriptor> accepted = kernels.stream()
                .filter(kernel -> kernel.precondition().apply(test.signature()).isEmpty())
                .toList();
        Map<KernelDescriptor, List<byte[]>> results = new LinkedHashMap<>();
        List<byte[]> bits = new ArrayList<>();
        KernelDescriptor first = null;
        for (KernelDescriptor kernel : accepted) {
            covered.add(kernel.name());
            List<byte[]> whole = Runner.run(kernel, test, 1);
            results.put(kernel, whole);
            same(kernel.name() + " in 3 parts", test, whole, Runner.run(kernel, test, 3));
            if (!kernel.family().equals("reference")) {
                same(kernel.name() + " in 2 parts", test, whole, Runner.run(kernel, test, 2));
                same(kernel.name() + " of unknown sizes", test, whole, Runner.run(kernel, test.dynamic(), 1));
                if (bits.isEmpty()) {
                    bits = whole;
                    first = kernel;
                }
                same(kernel.name() + " against " + first.name(), test, bits, whole);
                String handOver = kernel.name() + " taken over by " + first.name();
                same(handOver, test, bits, Runner.handOver(kernel, first, test));
            }
        }
        return results;
    }

    private static void same(String what, Case test, List<byte[]> expected, List<byte[]> found) {
        for (int i = 0; i < expected.size(); i++) {
            int at = Arrays.mismatch(expected.get(i), found.get(i));
            if (at >= 0) {
                fail("%s: operand %d differs at byte %d: %s".formatted(what, i, at, test));
            }
        }
    }

    private static boolean close(Expected expected, byte[] result) {
        return difference(expected, result).isEmpty();
    }

    /// Returns the first result that is too far from its float64 value, empty if none is.
    static String difference(Expected expected, byte[] result) {
        double[] found = Data.decode(Format.F32, result);
        for (int i = 0; i < found.length; i++) {
            double error = Math.abs(found[i] - expected.result()[i]);
            boolean signed = expected.scale()[i] > 0 || Double.compare(found[i], expected.result()[i]) == 0;
            if (!signed || !(error <= BOUND * expected.scale()[i])) {
                return " at %d: %s, expected %s".formatted(i, found[i], expected.result()[i]);
            }
        }
        return "";
    }

    private static Map<KernelKey, List<KernelDescriptor>> byKey() {
        Map<KernelKey, List<KernelDescriptor>> byKey = new LinkedHashMap<>();
        for (KernelDescriptor kernel : REGISTRY.all()) {
            byKey.computeIfAbsent(kernel.key(), key -> new ArrayList<>()).add(kernel);
        }
        return byKey;
    }

    private static Set<String> kernels(boolean withWeights) {
        Set<String> names = new HashSet<>();
        for (KernelDescriptor kernel : REGISTRY.all()) {
            if (WITH_WEIGHTS.contains(kernel.key().op()) == withWeights) {
                names.add(kernel.name());
            }
        }
        return names;
    }
}
