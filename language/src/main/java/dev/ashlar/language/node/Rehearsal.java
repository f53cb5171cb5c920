// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.TruffleSafepoint;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.memory.Memory;
import dev.ashlar.runtime.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/// Runs pieces of the kernels of a graph on zeros, each until it is queued for compilation, those with the most work
/// first.
///
/// A cold compiler needs seconds for the first kernels. This is for the time in which the weights of a model are
/// still loaded. A thread of its own does it, and ends by itself.
public final class Rehearsal implements AutoCloseable {
    /// Rows of a call of many.
    private static final int MANY = KernelRoot.SAMPLE_ROWS;

    /// What is put where one integer is read: a position at which loops over the cache run as well.
    private static final int POSITION = 40;

    /// Calls of a kernel: as often as it must have run, and as often as the runtime counts before it compiles.
    private static final int CALLS = KernelRoot.SAMPLES + 4;

    private static final int LOOPS = 1 << 20;

    /// Elements of a row of a weight, at most: two of the largest blocks.
    private static final int SHORT = 512;

    /// Kernels count the work of a long text where they read states; a text begins short.
    private static final double STATE_SHARE = 1.0 / 64;

    private static final long TURN_NANOS = 10_000_000;

    /// Most turns that one compilation is waited for; without a compiler, or with much else to do, it may never end.
    private static final int TURNS = 1_000;

    private static final int TURNS_PER_CALL = 20;

    /// The share of all work from which on a kernel is worth waiting for: until it is compiled it is 20 times slower
    /// and takes the time of the compiler.
    private static final double LEAST_SHARE = 0.01;

    private static final long WAIT_SECONDS = 8;

    private final GraphPlan plan;
    private final KernelTargets targets;
    private final Thread thread;
    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile boolean stopped;

    /// Calls that are compiled as one.
    private static final class Scene {
        private final KernelTargets.Unit unit;
        private final List<Act> acts = new ArrayList<>();
        private final Slice slice = new Slice();
        private double work;

        private Scene(KernelTargets.Unit unit) {
            this.unit = unit;
            slice.direct = true;
            slice.loops = LOOPS;
        }

        private KernelRoot root() {
            return unit.root();
        }

        /// Keeps the first call of each number of rows.
        private void add(Act act, double share) {
            work += share * unit.kernel().work(act.call);
            if (acts.stream().noneMatch(known -> known.rows == act.rows)) {
                acts.add(act);
            }
        }
    }

    private record Act(StepPlan step, KernelTargets.Bound bound, KernelCall call, int rows) {}

    /// Memory: zeros to be read, places for what is written, so that no result becomes an operand.
    private record Stage(long operands, long states, long result, long scratch, long position) {}

    /// Prepares to run kernels.
    ///
    /// @param plan of the graph; where its weights are does not matter
    /// @param targets the kernels of the engine
    /// @param threadFactory makes a thread that is not started yet
    public Rehearsal(GraphPlan plan, KernelTargets targets, Function<Runnable, Thread> threadFactory) {
        this.plan = plan;
        this.targets = targets;
        thread = threadFactory.apply(this::run);
        thread.setName("ashlar-rehearsal");
        thread.setDaemon(true);
    }

    /// Begins, and returns at once.
    public void start() {
        thread.start();
    }

    /// Waits until the kernels that do most of the work are compiled, though not for very long.
    public void awaitReady() {
        TruffleSafepoint.setBlockedThreadInterruptible(
                null, latch -> latch.await(WAIT_SECONDS, TimeUnit.SECONDS), ready);
    }

    private void run() {
        Map<KernelTargets.Unit, Scene> scenes = new LinkedHashMap<>();
        addScenes(scenes, MANY);
        addScenes(scenes, 1);
        try (Arena memory = Arena.ofConfined()) {
            List<Scene> order = scenes.values().stream()
                    .sorted(Comparator.comparingDouble((Scene scene) -> scene.work)
                            .reversed())
                    .toList();
            order.forEach(scene -> scene.root().hold(true));
            Stage stage = stage(order, memory);
            double least = LEAST_SHARE
                    * order.stream().mapToDouble(scene -> scene.work).sum();
            boolean compiles = true;
            for (int i = 0; i <= order.size() && compiles && !stopped; i++) {
                if (i < order.size()) {
                    play(order.get(i), stage);
                }
                compiles = i == 0 || awaitCompiled(order.get(i - 1));
                if (i < order.size() && i > 0 && order.get(i).work < least) {
                    ready.countDown();
                }
            }
        } catch (OutOfMemoryError e) {
            // Without room for zeros kernels are compiled when they run for real.
            stopped = true;
        } finally {
            ready.countDown();
            scenes.values().forEach(scene -> scene.root().hold(false));
        }
    }

    private void addScenes(Map<KernelTargets.Unit, Scene> scenes, int rows) {
        int[] sizes = new int[plan.symbols().size()];
        Arrays.fill(sizes, rows);
        for (StepPlan step : plan.steps()) {
            List<ValuePlan> values = values(step);
            KernelCall call = new KernelCall(
                    values.stream().mapToInt(value -> value.dims().size()).toArray());
            for (int i = 0; i < values.size(); i++) {
                int[] shape = values.get(i).shape(sizes);
                for (int axis = 0; axis < shape.length; axis++) {
                    call.setDim(i, axis, shape[axis]);
                }
            }
            KernelTargets.Bound bound = targets.bind(step.descriptor(), step.signature());
            if (rows > 1 && bound.isTwo()) {
                continue; // the kernel for one row is enough at first
            }
            KernelTargets.Unit unit = bound.forRows(call.rows(0));
            boolean stateful = values.stream().anyMatch(value -> value.place() instanceof Place.State);
            scenes.computeIfAbsent(unit, Scene::new).add(new Act(step, bound, call, rows), stateful ? STATE_SHARE : 1);
            if (step.signature().op().equals("linear")) {
                shorten(call, values);
            }
        }
    }

    /// Short rows of a weight run the same loops in less time; vectors are slow before they are compiled.
    private static void shorten(KernelCall call, List<ValuePlan> values) {
        for (int operand = 0; operand < 2; operand++) {
            int last = values.get(operand).dims().size() - 1;
            call.setDim(operand, last, Math.min(call.dim(operand, last), SHORT));
        }
    }

    private List<ValuePlan> values(StepPlan step) {
        List<ValuePlan> values = new ArrayList<>();
        step.operands().forEach(index -> values.add(plan.values().get(index)));
        values.add(plan.values().get(step.result()));
        return values;
    }

    private Stage stage(List<Scene> scenes, Arena memory) {
        int[] sizes = new int[plan.symbols().size()];
        Arrays.fill(sizes, MANY);
        long bytes = 0;
        for (ValuePlan value : plan.values()) {
            bytes = Math.max(bytes, value.bytes(value.shape(sizes)));
        }
        long scratch = 1;
        for (Scene scene : scenes) {
            for (Act act : scene.acts) {
                scratch = Math.max(scratch, act.bound.scratchBytes(act.call));
            }
        }
        long position = NativeMemory.allocate(Integer.BYTES, memory).address();
        Memory.putI32(position, POSITION);
        return new Stage(
                NativeMemory.allocate(bytes, memory).address(),
                NativeMemory.allocate(bytes, memory).address(),
                NativeMemory.allocate(bytes, memory).address(),
                NativeMemory.allocate(scratch, memory).address(),
                position);
    }

    /// Runs a kernel until it is queued for compilation, unless it does not take zeros: then it has to run for real.
    private void play(Scene scene, Stage stage) {
        scene.root().hold(false);
        scene.slice.scratch = stage.scratch;
        try {
            for (int turn = 0; turn < CALLS && !stopped; turn++) {
                Act act = scene.acts.get(turn % scene.acts.size());
                place(act, stage);
                scene.slice.call = act.call;
                scene.slice.to = Math.min(
                        scene.unit.kernel().units(act.call), scene.unit.kernel().grain());
                scene.unit.target().call(scene.slice.arguments);
            }
        } catch (IllegalArgumentException e) {
            scene.slice.to = 0;
        }
    }

    /// Waits, so that kernels are compiled in this order. A call may be what makes the last tier begin.
    ///
    /// @return false if nothing seems to compile
    private boolean awaitCompiled(Scene scene) {
        int to = scene.slice.to;
        for (int turn = 0; to > 0 && !stopped; turn++) {
            scene.slice.to = 0;
            scene.unit.target().call(scene.slice.arguments);
            if (scene.slice.compiled || turn == TURNS) {
                return scene.slice.compiled;
            }
            if (turn % TURNS_PER_CALL == 0) {
                scene.slice.to = to;
                scene.unit.target().call(scene.slice.arguments);
            }
            LockSupport.parkNanos(TURN_NANOS);
        }
        return true;
    }

    private void place(Act act, Stage stage) {
        List<ValuePlan> values = values(act.step);
        for (int i = 0; i < values.size(); i++) {
            act.call.setAddress(i, i == values.size() - 1 ? stage.result : address(values.get(i), stage));
        }
    }

    private static long address(ValuePlan operand, Stage stage) {
        if (operand.place() instanceof Place.State) {
            return stage.states;
        }
        return operand.format() == Format.I32 && operand.dims().isEmpty() ? stage.position : stage.operands;
    }

    /// Ends the thread and waits for its end.
    @Override
    public void close() {
        stopped = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
