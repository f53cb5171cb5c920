// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.kernels.WeightCases.Expected;
import dev.ashlar.kernels.dispatch.Fallback;
import dev.ashlar.kernels.dispatch.KernelDispatch;
import dev.ashlar.kernels.dispatch.PrepackWeights;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelKey;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Numerics;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// Weights that went through random chains of views and relayouts, multiplied by every kernel that reads their format.
class ViewKernelsTest {
    private static final int CHAINS = 150;
    private static final int MOST_STEPS = 4;
    private static final KernelRegistry REGISTRY = StandardKernels.registry();
    private static final List<LayoutClass> INPUT_MAJOR = List.of(
            LayoutClass.BLOCKED_INPUT_MAJOR,
            LayoutClass.BLOCKED_INPUT_MAJOR_X8,
            LayoutClass.BLOCKED_INPUT_MAJOR_X16,
            LayoutClass.BLOCKED_INPUT_MAJOR_X32);

    @Test
    void everyKernelReadsWhatTheViewMeans() {
        Map<Format, List<KernelDescriptor>> kernels = REGISTRY.all().stream()
                .filter(kernel -> kernel.key().op().equals("linear"))
                .collect(Collectors.groupingBy(
                        kernel -> kernel.key().operands().get(1).format()));
        List<Format> formats = kernels.keySet().stream().sorted().toList();
        assertTrue(formats.size() >= 20, "only " + formats);
        Set<String> run = new HashSet<>();
        long base = System.nanoTime();
        for (int i = 0; i < CHAINS; i++) {
            Format format = formats.get(i % formats.size());
            Optional<String> failure = failure(format, base + i, MOST_STEPS, kernels.get(format), run);
            for (int steps = 0; failure.isPresent() && steps <= MOST_STEPS; steps++) {
                failure(format, base + i, steps, kernels.get(format), run).ifPresent(Assertions::fail);
            }
            assertEquals(Optional.empty(), failure);
        }
        assertTrue(run.size() >= 100, "only " + run.size() + " kernels ran");
    }

    /// Multiplies by the view at the end of a chain, or of its first steps.
    private static Optional<String> failure(
            Format format, long seed, int mostSteps, List<KernelDescriptor> kernels, Set<String> run) {
        try {
            Chain chain = new Chain(format, seed, mostSteps);
            for (KernelDescriptor kernel : kernels) {
                if (chain.check(kernel)) {
                    run.add(kernel.name());
                }
            }
            chain.dispatch();
            return Optional.empty();
        } catch (AssertionError | RuntimeException e) {
            return Optional.of("%s, seed %d, first %d steps: %s".formatted(format, seed, mostSteps, e));
        }
    }

    /// One weight: the view under test, and by plain copying what its rows must be.
    private static final class Chain {
        private final Format format;
        private final String name;
        private final Data data;
        private final SplittableRandom random;
        private final Arena scope = Arena.ofAuto();
        private final Map<Numerics, float[]> exact = new HashMap<>();
        private List<byte[]> rows = new ArrayList<>();
        private TensorView view;

        Chain(Format format, long seed, int mostSteps) {
            this.format = format;
            this.name = "%s, seed %d".formatted(format, seed);
            data = new Data(seed);
            random = new SplittableRandom(seed);
            int experts = random.nextInt(1, 4);
            int out = random.nextInt(1, 41);
            int blocks = random.nextInt(1, 6) * (format.isDense() ? 7 : 1);
            int rowBytes = blocks * format.blockBytes();
            byte[] bytes = data.weight(format, experts * out * blocks * format.blockElements());
            view = TensorView.of(
                    format, MemorySegment.ofArray(bytes), experts, out, (long) blocks * format.blockElements());
            prepack();
            int expert = random.nextInt(experts);
            view = view.slice(0, expert);
            for (int row = expert * out; row < (expert + 1) * out; row++) {
                rows.add(Arrays.copyOfRange(bytes, row * rowBytes, (row + 1) * rowBytes));
            }
            for (int steps = Math.min(mostSteps, random.nextInt(MOST_STEPS + 1)); steps > 0; steps--) {
                step();
            }
        }

        private void step() {
            switch (random.nextInt(5)) {
                case 0 -> {
                    int from = random.nextInt(rows.size());
                    int size = random.nextInt(1, rows.size() - from + 1);
                    view = view.narrow(0, from, size);
                    rows = new ArrayList<>(rows.subList(from, from + size));
                }
                case 1 -> {
                    int by = random.nextInt(1, 4);
                    view = view.step(0, by);
                    List<byte[]> kept = new ArrayList<>();
                    for (int row = 0; row < rows.size(); row += by) {
                        kept.add(rows.get(row));
                    }
                    rows = kept;
                }
                case 2 -> narrowBlocks();
                case 3 -> prepack();
                default -> {
                    MemorySegment other = random.nextBoolean()
                            ? scope.allocate(view.storage().byteSize(), 64)
                            : MemorySegment.ofArray(
                                    new byte[(int) view.storage().byteSize()]);
                    view = new TensorView(format, view.layout(), other.copyFrom(view.storage()));
                }
            }
        }

        private void narrowBlocks() {
            int blocks = rows.getFirst().length / format.blockBytes();
            int from = random.nextInt(blocks);
            int size = random.nextInt(1, blocks - from + 1);
            view = view.narrow(1, (long) from * format.blockElements(), (long) size * format.blockElements());
            rows.replaceAll(
                    row -> Arrays.copyOfRange(row, from * format.blockBytes(), (from + size) * format.blockBytes()));
        }

        private void prepack() {
            LayoutClass target = INPUT_MAJOR.get(random.nextInt(INPUT_MAJOR.size()));
            if (random.nextInt(5) == 0) {
                target = format.isDense() ? LayoutClass.CONTIGUOUS : LayoutClass.BLOCKED_ROW_MAJOR;
            }
            view = view.prepack(target, scope, TraceSink.NONE);
        }

        /// Multiplies by the view in the layout of a kernel.
        ///
        /// @return false if the kernel refuses the sizes
        boolean check(KernelDescriptor kernel) {
            KernelKey key = kernel.key();
            int in = (int) view.dim(1);
            int[] shape = {rows.size(), 2};
            Expected expected = WeightCases.linear(key, shape, in, rowMajor(), new Data(7));
            if (kernel.precondition().apply(expected.test().signature()).isPresent()) {
                return false;
            }
            TensorView packed = view.prepack(key.operands().get(1).layout(), scope, TraceSink.NONE);
            byte[] bytes = packed.storage().asSlice(0, packed.byteSize()).toArray(ValueLayout.JAVA_BYTE);
            if (packed != view) {
                assertArrayEquals(expected.test().operands().get(1), bytes, name + " for " + kernel.name());
            }
            List<byte[]> operands = List.of(expected.test().operands().getFirst(), bytes);
            Case test =
                    new Case(name, expected.test().signature(), expected.test().dims(), operands);
            byte[] result = Runner.run(kernel, test, 1).getLast();
            assertEquals("", ContractTest.difference(expected, result), name + " by " + kernel.name());
            if (!kernel.family().equals("reference")) {
                float[] values = floats(result);
                assertArrayEquals(
                        exact.computeIfAbsent(key.numerics(), numerics -> values),
                        values,
                        name + " by " + kernel.name());
            }
            return true;
        }

        /// Multiplies by the view as it is, with the kernel that the dispatch chooses.
        void dispatch() {
            int in = (int) view.dim(1);
            TensorView x =
                    TensorView.of(Format.F32, MemorySegment.ofArray(new Data(7).dense(Format.F32, 2 * in)), 2, in);
            TensorView y = TensorView.allocate(Format.F32, scope, 2, rows.size());
            new KernelDispatch(REGISTRY, Numerics.EXACT, Fallback.REFUSE, line -> {})
                    .matmulWeightTransposed(x, view, y, scope, TraceSink.NONE, PrepackWeights.PREPACK);
            assertArrayEquals(exact.get(Numerics.EXACT), y.toFloatArray(), name + " dispatched");
        }

        private byte[] rowMajor() {
            byte[] bytes = new byte[rows.size() * rows.getFirst().length];
            for (int row = 0; row < rows.size(); row++) {
                System.arraycopy(rows.get(row), 0, bytes, row * rows.getFirst().length, rows.getFirst().length);
            }
            return bytes;
        }

        private static float[] floats(byte[] bytes) {
            return TensorView.of(Format.F32, MemorySegment.ofArray(bytes), bytes.length / 4)
                    .toFloatArray();
        }
    }
}
