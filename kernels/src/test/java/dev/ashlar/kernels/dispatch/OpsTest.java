// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import static dev.ashlar.kernels.dispatch.Products.assertProduct;
import static dev.ashlar.kernels.dispatch.Products.floats;
import static dev.ashlar.kernels.dispatch.Products.weight;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.kernels.StandardKernels;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Numerics;
import dev.ashlar.runtime.kernel.Requirement;
import dev.ashlar.runtime.tensor.BlockOrder;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class OpsTest {
    private final List<TraceEvent> events = new CopyOnWriteArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final TraceSink sink = new TraceSink() {
        @Override
        public boolean isEnabled() {
            return true;
        }

        @Override
        public void emit(TraceEvent event) {
            events.add(event);
        }
    };

    private KernelDispatch dispatch(KernelRegistry registry, Fallback fallback) {
        return new KernelDispatch(registry, Numerics.EXACT, fallback, notices::add);
    }

    private static KernelRegistry only(String... families) {
        List<KernelDescriptor> kernels = StandardKernels.registry().all().stream()
                .filter(kernel -> List.of(families).contains(kernel.family()))
                .toList();
        return new KernelRegistry(kernels, EnumSet.allOf(Requirement.class));
    }

    /// Scalar kernels, those of one layout alone for packed weights.
    private static KernelRegistry reading(LayoutClass layout) {
        List<KernelDescriptor> kernels = only("scalar").all().stream()
                .filter(kernel -> !kernel.key().op().equals("linear")
                        || kernel.key().operands().get(1).layout() == layout)
                .toList();
        return new KernelRegistry(kernels, EnumSet.noneOf(Requirement.class));
    }

    @Test
    void multipliesWithAWeightAsItIsStored() {
        try (Arena arena = Arena.ofConfined();
                Ops ops = new Ops(dispatch(StandardKernels.registry(), Fallback.REFUSE), sink)) {
            for (long out : new long[] {1, 5, 7, 9, 37}) {
                TensorView w = weight(arena, out, out, 96);
                TensorView x = floats(1, 2, 96);
                assertProduct(x, w, ops.matmulWeightTransposed(x, w, arena));
                TensorView row = floats(2, 96);
                assertProduct(row, w, ops.matmulWeightTransposed(row, w, arena));
                TensorView packed = w.prepack(BlockOrder.INPUT_BLOCK_MAJOR, arena, TraceSink.NONE);
                assertProduct(x, w, ops.matmulWeightTransposed(x, packed, arena));
            }
        }
    }

    @Test
    void multipliesEveryViewRight() {
        try (Arena arena = Arena.ofConfined();
                Ops ops = new Ops(dispatch(StandardKernels.registry(), Fallback.REFUSE), sink)) {
            TensorView w = weight(arena, 3, 96, 96);
            TensorView x = floats(4, 3, 96);
            for (TensorView view : List.of(
                    w.narrow(0, 5, 7),
                    w.narrow(0, 5, 7).prepack(BlockOrder.INPUT_BLOCK_MAJOR, arena, TraceSink.NONE),
                    w.prepack(BlockOrder.INPUT_BLOCK_MAJOR, arena, TraceSink.NONE)
                            .narrow(0, 5, 7),
                    w.step(0, 3))) {
                assertProduct(x, view, ops.matmulWeightTransposed(x, view, arena));
            }
            TensorView narrow = w.narrow(1, 32, 64);
            TensorView thin = x.narrow(1, 0, 64);
            assertProduct(thin, narrow, ops.matmulWeightTransposed(thin, narrow, arena));
        }
    }

    @Test
    void multipliesATransposedSquareWeightAsWhatItIs() {
        try (Arena arena = Arena.ofConfined();
                Ops ops = new Ops(dispatch(StandardKernels.registry(), Fallback.REFUSE), sink)) {
            TensorView w = weight(arena, 5, 96, 96);
            TensorView x = floats(6, 2, 96);
            assertProduct(x, w, ops.matmul(x, w.transpose(0, 1), arena));
            TensorView decoded = w.materialize(arena);
            assertProduct(x, decoded.transpose(0, 1), ops.matmul(x, w, arena));
            assertProduct(x, decoded, ops.matmul(x, ops.transpose(decoded), arena));
        }
    }

    @Test
    void multipliesAStackOfExperts() {
        try (Arena arena = Arena.ofConfined();
                Ops ops = new Ops(dispatch(StandardKernels.registry(), Fallback.REFUSE), sink)) {
            TensorView stack = weight(arena, 7, 3, 5, 96);
            TensorView x = floats(8, 3, 2, 96);
            TensorView y = ops.matmulWeightTransposed(x, stack, arena);
            for (int expert = 0; expert < 3; expert++) {
                assertProduct(x.slice(0, expert), stack.slice(0, expert), y.slice(0, expert));
            }
        }
    }

    /// Fault F, more than 64 weights in a cycle: a cache that never hit relaid all of them out for every token.
    @Test
    void relaysAWeightOutOnceHoweverManyThereAreAndWhoeverAsks() throws Exception {
        int weights = 100;
        try (Arena arena = Arena.ofShared();
                Ops ops = new Ops(dispatch(reading(LayoutClass.BLOCKED_INPUT_MAJOR), Fallback.REFUSE), sink);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<TensorView> all = new ArrayList<>();
            for (int i = 0; i < weights; i++) {
                all.add(weight(arena, i, 5, 96));
            }
            TensorView x = floats(1, 1, 96);
            List<Future<?>> futures = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                futures.add(threads.submit(() -> {
                    for (int round = 0; round < 3; round++) {
                        for (TensorView w : all) {
                            try (Arena scope = Arena.ofConfined()) {
                                ops.matmulWeightTransposed(x, w, scope);
                            }
                        }
                    }
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            assertEquals(weights, adapters());
            assertEquals(weights, ops.prepackedWeights());
            assertProduct(x, all.getLast(), ops.matmulWeightTransposed(x, all.getLast(), arena));
        }
    }

    @Test
    void freesThousandsOfCopiesWithTheirOwner() {
        TensorView x = floats(1, 1, 96);
        try (Arena arena = Arena.ofConfined();
                Ops ops = new Ops(dispatch(reading(LayoutClass.BLOCKED_INPUT_MAJOR), Fallback.REFUSE), sink)) {
            try (Arena owner = Arena.ofConfined()) {
                for (int i = 0; i < 3000; i++) {
                    ops.matmulWeightTransposed(x, weight(owner, i, 2, 96), owner);
                }
                assertEquals(3000, ops.prepackedWeights());
            }
            TensorView w = weight(arena, 1, 5, 96);
            ops.matmulWeightTransposed(x, w, arena);
            ops.matmulWeightTransposed(x, w, arena);
            assertEquals(1, ops.prepackedWeights());
        }
    }

    /// Fault G, a relaid-out weight without a kernel for it: it was decoded as if it were row-major.
    @Test
    void theReferenceAloneReadsARelaidOutWeightAsWhatItIs() {
        try (Arena arena = Arena.ofConfined()) {
            TensorView w = weight(arena, 1, 7, 96);
            TensorView x = floats(1, 2, 96);
            TensorView out = TensorView.allocate(Format.F32, arena, 2, 7);
            KernelDispatch reference = dispatch(only("reference"), Fallback.REPORT);
            for (LayoutClass layout : List.of(LayoutClass.BLOCKED_INPUT_MAJOR, LayoutClass.BLOCKED_INPUT_MAJOR_X8)) {
                TensorView packed = w.prepack(layout, arena, sink);
                reference.matmulWeightTransposed(x, packed, out, arena, sink, PrepackWeights.KEEP);
                assertProduct(x, w, out);
            }
        }
    }

    /// A gathered weight is looked up again: it gets the kernel of a whole one, not the reference.
    @Test
    void aNarrowedWeightIsGatheredForAFastKernel() {
        try (Arena arena = Arena.ofConfined()) {
            TensorView w = weight(arena, 1, 7, 96).narrow(1, 32, 64);
            TensorView x = floats(1, 2, 64);
            TensorView out = TensorView.allocate(Format.F32, arena, 2, 7);
            Selection selection = dispatch(only("scalar", "reference"), Fallback.REFUSE)
                    .matmulWeightTransposed(x, w, out, arena, sink, PrepackWeights.KEEP);
            assertEquals("linear.q8_0.row_major.scalar", selection.kernel().name());
            assertProduct(x, w, out);
            assertEquals(1, adapters());
        }
    }

    @Test
    void freesACopyAfterItsWeight() {
        Ops ops = new Ops(dispatch(reading(LayoutClass.BLOCKED_INPUT_MAJOR), Fallback.REFUSE), sink);
        try (Arena arena = Arena.ofConfined()) {
            TensorView x = floats(1, 1, 96);
            try (Arena brief = Arena.ofConfined()) {
                ops.matmulWeightTransposed(x, weight(brief, 1, 5, 96), arena);
            }
            ops.matmulWeightTransposed(x, weight(arena, 2, 5, 96), arena);
            assertEquals(1, ops.prepackedWeights());
            ops.close();
            assertThrows(
                    IllegalStateException.class, () -> ops.matmulWeightTransposed(x, weight(arena, 2, 5, 96), arena));
        }
    }

    @Test
    void keepsTheOrderUnlessAskedToPrepack() {
        KernelDispatch all = dispatch(only("scalar", "reference"), Fallback.REFUSE);
        try (Arena arena = Arena.ofConfined()) {
            TensorView w = weight(arena, 1, 7, 96);
            TensorView out = TensorView.allocate(Format.F32, arena, 2, 7);
            Selection kept = all.matmulWeightTransposed(floats(1, 2, 96), w, out, arena, sink, PrepackWeights.KEEP);
            assertEquals("linear.q8_0.row_major.scalar", kept.kernel().name());
            assertEquals(0, adapters());
            assertTrue(kept.rejected().stream()
                    .anyMatch(rejected -> rejected.kernel().equals("linear.q8_0.input_block_major.scalar")
                            && rejected.reason().equals("reads input_block_major, the weight is row_major")));
            all.matmulWeightTransposed(floats(1, 2, 96), w, out, arena, sink, PrepackWeights.KEEP);
            List<TraceEvent.KernelChosen> chosen = events.stream()
                    .filter(TraceEvent.KernelChosen.class::isInstance)
                    .map(TraceEvent.KernelChosen.class::cast)
                    .toList();
            assertEquals(1, chosen.size(), "once, however often it runs");
            assertEquals("linear.q8_0.row_major.scalar", chosen.getFirst().kernel());
            String reason = "linear.q8_0.input_block_major.scalar: reads input_block_major, the weight is row_major";
            assertTrue(chosen.getFirst().rejected().contains(reason), chosen::toString);
            KernelDispatch one = dispatch(reading(LayoutClass.BLOCKED_INPUT_MAJOR), Fallback.REFUSE);
            one.matmulWeightTransposed(floats(1, 2, 96), w, out, arena, sink, PrepackWeights.PREPACK);
            assertEquals(1, adapters());
            assertProduct(floats(1, 2, 96), w, out);
        }
    }

    /// Fault H, a missing kernel: the reference, a thousand times slower, took its place in silence.
    @Test
    void saysItsOneLineWhereOnlyTheReferenceFits() {
        try (Arena arena = Arena.ofConfined()) {
            TensorView w = weight(arena, 1, 7, 96);
            TensorView x = floats(1, 2, 96);
            TensorView out = TensorView.allocate(Format.F32, arena, 2, 7);
            KernelDispatch warned = dispatch(only("reference"), Fallback.REPORT);
            for (int i = 0; i < 3; i++) {
                warned.matmulWeightTransposed(x, w, out, arena, sink, PrepackWeights.KEEP);
            }
            assertProduct(x, w, out);
            assertEquals(List.of("using the slow reference kernel for linear(f32, q8_0.row_major) exact"), notices);
            KernelDispatch strict = dispatch(only("reference"), Fallback.REFUSE);
            DispatchException refused =
                    assertThrows(DispatchException.class, () -> strict.select(w, PrepackWeights.KEEP));
            assertEquals("only the slow reference kernel has linear(f32, q8_0.row_major) exact", refused.getMessage());
            KernelDispatch none =
                    dispatch(new KernelRegistry(List.of(), EnumSet.noneOf(Requirement.class)), Fallback.REPORT);
            assertThrows(DispatchException.class, () -> none.select(w, PrepackWeights.PREPACK));
        }
    }

    @Test
    void refusesWhatDoesNotFit() {
        try (Arena arena = Arena.ofConfined();
                Ops ops = new Ops(dispatch(StandardKernels.registry(), Fallback.REFUSE), sink)) {
            TensorView w = weight(arena, 1, 7, 96);
            String transpose = assertThrows(DispatchException.class, () -> ops.transpose(w))
                    .getMessage();
            assertTrue(transpose.contains("matmulWeightTransposed"), transpose);
            assertThrows(DispatchException.class, () -> ops.matmulWeightTransposed(floats(1, 2, 64), w, arena));
            assertThrows(DispatchException.class, () -> ops.matmul(floats(1, 2, 96), w, arena));
            TensorView square = weight(arena, 1, 96, 96);
            assertThrows(
                    DispatchException.class,
                    () -> ops.matmulWeightTransposed(floats(1, 2, 96), square.transpose(0, 1), arena));
        }
    }

    @Test
    void quantizesActivationsWhereThatIsWanted() {
        KernelDispatch q8 = new KernelDispatch(only("scalar"), Numerics.Q8, Fallback.REFUSE, notices::add);
        try (Arena arena = Arena.ofConfined();
                Ops ops = new Ops(q8, sink)) {
            TensorView w = weight(arena, 1, 7, 96);
            TensorView x = floats(1, 2, 96);
            float[] exact;
            try (Ops other = new Ops(dispatch(only("scalar"), Fallback.REFUSE), sink)) {
                exact = other.matmulWeightTransposed(x, w, arena).toFloatArray();
            }
            float[] found = ops.matmulWeightTransposed(x, w, arena).toFloatArray();
            for (int i = 0; i < found.length; i++) {
                assertEquals(exact[i], found[i], 0.5);
                assertTrue(exact[i] != found[i]);
            }
        }
    }

    @Test
    void multipliesTernaryWeightsAsBitnetDoes() {
        try (Arena arena = Arena.ofConfined();
                Ops ops = new Ops(dispatch(only("scalar"), Fallback.REFUSE), sink)) {
            MemorySegment bytes = arena.allocate(2 * 3 * 66);
            Random random = new Random(1);
            for (int block = 0; block < 6; block++) {
                for (int i = 0; i < 64; i++) {
                    bytes.set(ValueLayout.JAVA_BYTE, 66 * block + i, (byte) (0x15 << random.nextInt(2)));
                }
                bytes.set(ValueLayout.JAVA_SHORT_UNALIGNED, 66 * block + 64, Float.floatToFloat16(0.5f));
            }
            TensorView w = TensorView.of(Format.TQ2_0, bytes, 2, 768);
            TensorView x = floats(3, 768);
            float[] exact = ops.matmulWeightTransposed(x, w, arena).toFloatArray();
            float[] found = ops.bitnetGemv(x, w, arena).toFloatArray();
            float[] packed = ops.bitnetGemv(x, w.prepack(BlockOrder.INPUT_BLOCK_MAJOR, arena, sink), arena)
                    .toFloatArray();
            assertArrayEquals(found, packed);
            assertEquals(exact[0], found[0], 1.0);
            assertEquals(exact[1], found[1], 1.0);
            TensorView other = weight(arena, 1, 5, 96);
            assertThrows(DispatchException.class, () -> ops.bitnetGemv(floats(1, 96), other, arena));
        }
    }

    private long adapters() {
        return events.stream()
                .filter(event -> event instanceof TraceEvent.AdapterInserted)
                .count();
    }
}
