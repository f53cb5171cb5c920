// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import dev.ashlar.language.node.MemoryPool.Block;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.memory.Memory;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The memory of one use of a graph: its states, its buffers, and the kernel calls that point to them.
///
/// A step allocates nothing: buffers grow when a symbolic size grows, and are kept. Not thread-safe; the context runs
/// one step at a time.
public final class Instance {
    /// No size is negative, so that a call after one that could not be bound binds again.
    private static final int[] UNBOUND = {-1};

    /// The argument array that carries this instance to a [GraphRoot].
    final Object[] arguments = {this};

    final Workers workers;
    final TraceSink trace;
    private final GraphPlan plan;
    private final MemoryPool.Region region;
    private final Step[] steps;
    private final int[][] shapes;
    private final long[] addresses;
    private final MemorySegment[] results;
    private final Block[] inputs;
    private final Block[] buffers;
    private final Slice[] slices;
    private final Block[] scratch = {Block.NONE};

    private int[] symbols = UNBOUND;
    private long epoch;

    /// Makes an instance whose states are zero.
    ///
    /// @param plan of the graph
    /// @param targets the kernels of the engine
    /// @param pool memory of the context
    /// @param workers threads of the context
    /// @param trace learns of every kernel run
    public Instance(GraphPlan plan, KernelTargets targets, MemoryPool pool, Workers workers, TraceSink trace) {
        this.plan = plan;
        this.workers = workers;
        this.trace = trace;
        region = pool.newRegion(this);
        int count = plan.values().size();
        shapes = new int[count][];
        addresses = new long[count];
        results = new MemorySegment[count];
        inputs = new Block[plan.parameters()];
        Arrays.fill(inputs, Block.NONE);
        buffers = new Block[1 + bufferIndices().max(Integer::compare).orElse(-1)];
        Arrays.fill(buffers, Block.NONE);
        slices = Stream.generate(Slice::new).limit(workers.threads()).toArray(Slice[]::new);
        steps = plan.steps().stream().map(step -> newStep(step, targets)).toArray(Step[]::new);
        int[] ones = new int[plan.symbols().size()];
        Arrays.fill(ones, 1);
        allocateFixed(ones);
        bindAll(ones);
        symbols = ones;
    }

    private Stream<Integer> bufferIndices() {
        return plan.values().stream()
                .map(ValuePlan::place)
                .filter(Place.Buffer.class::isInstance)
                .map(place -> ((Place.Buffer) place).index());
    }

    private Step newStep(StepPlan step, KernelTargets targets) {
        int[] ranks = Stream.concat(step.operands().stream(), Stream.of(step.result()))
                .mapToInt(index -> plan.values().get(index).dims().size())
                .toArray();
        return new Step(
                targets.bind(step.descriptor(), step.signature()), step.descriptor(), new KernelCall(ranks), slices);
    }

    private void allocateFixed(int[] sizes) {
        for (int i = 0; i < addresses.length; i++) {
            ValuePlan value = plan.values().get(i);
            switch (value.place()) {
                case Place.State state ->
                    addresses[i] = region.allocate(value.name(), value.bytes(value.shape(sizes)))
                            .address();
                case Place.Weight weight -> addresses[i] = weight.address();
                case Place.Input input -> addresses[i] = 0;
                case Place.Buffer buffer -> addresses[i] = 0;
                case Place.Alias alias -> addresses[i] = 0;
            }
        }
    }

    /// Returns the plan that all instances of the graph share.
    ///
    /// @return the plan
    public GraphPlan plan() {
        return plan;
    }

    /// Returns the sizes of the axes of a value as they are bound now.
    ///
    /// @param value its index
    /// @return not to be modified, outermost first
    public int[] shape(int value) {
        return shapes[value];
    }

    /// Returns where a value is.
    ///
    /// @param value its index
    /// @return absolute address in bytes, valid until the next call
    public long address(int value) {
        return addresses[value];
    }

    /// Returns the memory of a result.
    ///
    /// @param value its index, one of those of the plan's results
    /// @return in row-major order, valid until the next call
    public MemorySegment result(int value) {
        return results[value];
    }

    private long bytes(int value) {
        return plan.values().get(value).bytes(shapes[value]);
    }

    /// Returns the number of calls so far: what was read from the memory of this instance is valid as long as it stays.
    ///
    /// @return at least 0
    public long epoch() {
        return epoch;
    }

    /// Begins a call: binds the symbolic sizes.
    ///
    /// @param sizes one per symbol of the plan; copied if they differ from those that are bound
    @TruffleBoundary
    public void begin(int[] sizes) {
        epoch++;
        if (!Arrays.equals(sizes, symbols)) {
            int[] wanted = sizes.clone();
            symbols = UNBOUND;
            bindAll(wanted);
            symbols = wanted;
        }
    }

    Step step(int index) {
        return steps[index];
    }

    /// Estimates the work of a call with the sizes that are bound now.
    ///
    /// @return multiply-adds or elements touched
    double work() {
        double work = 0;
        for (Step step : steps) {
            work += step.work();
        }
        return work;
    }

    private void bindAll(int[] sizes) {
        for (int i = 0; i < shapes.length; i++) {
            shapes[i] = shapeOf(plan.values().get(i), sizes);
        }
        growInputs();
        growBuffers();
        locate();
        for (int i = 0; i < steps.length; i++) {
            bindStep(steps[i], plan.steps().get(i));
        }
        growScratch();
        for (int result : plan.results()) {
            results[result] = Memory.ALL.asSlice(addresses[result], bytes(result));
        }
    }

    /// Kernels count in integers, so no activation may have more elements than these can count.
    private int[] shapeOf(ValuePlan value, int[] sizes) {
        int[] shape = value.shape(sizes);
        if (!(value.place() instanceof Place.Weight)) {
            double elements = 1;
            for (int size : shape) {
                elements *= size;
            }
            if (elements > Integer.MAX_VALUE) {
                throw new AshlarException("%s: '%s' has shape %s, expected at most %d elements"
                        .formatted(plan.name(), value.name(), Arrays.toString(shape), Integer.MAX_VALUE));
            }
        }
        return shape;
    }

    private void growInputs() {
        for (int i = 0; i < inputs.length; i++) {
            grow(inputs, i, bytes(i), plan.values().get(i).name());
        }
    }

    private void growBuffers() {
        long[] needed = new long[buffers.length];
        for (int i = 0; i < shapes.length; i++) {
            if (plan.values().get(i).place() instanceof Place.Buffer(int index)) {
                needed[index] = Math.max(needed[index], bytes(i));
            }
        }
        for (int i = 0; i < buffers.length; i++) {
            grow(buffers, i, needed[i], "buffer " + i);
        }
    }

    private void grow(Block[] blocks, int index, long bytes, String what) {
        Block block = blocks[index];
        if (block != Block.NONE && block.bytes() >= bytes) {
            return;
        }
        blocks[index] = Block.NONE;
        if (block != Block.NONE) {
            region.free(block);
        }
        blocks[index] = region.allocate(plan.name() + ": " + what, bytes);
    }

    private void locate() {
        List<ValuePlan> values = plan.values();
        for (int i = 0; i < addresses.length; i++) {
            switch (values.get(i).place()) {
                case Place.Input(int index) -> addresses[i] = inputs[index].address();
                case Place.Buffer(int index) -> addresses[i] = buffers[index].address();
                case Place.Alias(int value) -> addresses[i] = addresses[value];
                case Place.State state -> {}
                case Place.Weight weight -> {}
            }
        }
    }

    private void bindStep(Step step, StepPlan stepPlan) {
        int operands = stepPlan.operands().size();
        for (int i = 0; i <= operands; i++) {
            int value = i == operands ? stepPlan.result() : stepPlan.operands().get(i);
            step.call.setAddress(i, addresses[value]);
            for (int axis = 0; axis < shapes[value].length; axis++) {
                step.call.setDim(i, axis, shapes[value][axis]);
            }
        }
        step.bind();
    }

    private void growScratch() {
        long needed = 0;
        for (Step step : steps) {
            needed = Math.max(needed, step.scratchBytes());
        }
        if (needed == 0) {
            return;
        }
        long each = Math.ceilDiv(needed, MemoryPool.ALIGNMENT) * MemoryPool.ALIGNMENT;
        grow(scratch, 0, each * slices.length, "scratch");
        long first = scratch[0].address();
        for (int i = 0; i < slices.length; i++) {
            slices[i].scratch = first + i * each;
        }
        for (Step step : steps) {
            step.whole.scratch = first;
        }
    }
}
