// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.KernelDescriptor;

/// One operation of an instance: its kernel call, and how it is split at the sizes that are bound now.
final class Step implements Job {
    /// Below this estimated time a split costs more than it saves.
    private static final double SPLIT_NANOS = 15_000;
    /// The least estimated time of a chunk.
    private static final double CHUNK_NANOS = 5_000;
    /// The estimated time after which a cancellation must be seen: a fiftieth of 100 ms, since kernels that are not
    /// compiled yet are slower than estimated.
    private static final double POLL_NANOS = 2_000_000;

    private static final int CHUNKS_PER_THREAD = 4;
    private static final int WORK_PER_LOOP = 32;
    /// From this work for one row on a vector kernel runs before it is compiled. Measured on 1.1 B parameters in
    /// q4_0 (see docs/performance.md): where plain loops ran first, the compiled kernel was half as fast.
    private static final long DIRECT_WORK = 1 << 20;

    final KernelCall call;
    final Slice whole = new Slice();
    private final KernelTargets.Bound bound;
    private final KernelDescriptor descriptor;
    private final Slice[] slices;
    private KernelTargets.Unit unit;
    private int units;
    private int chunkUnits;
    private int chunks;

    Step(KernelTargets.Bound bound, KernelDescriptor descriptor, KernelCall call, Slice[] slices) {
        this.bound = bound;
        this.unit = bound.many();
        this.descriptor = descriptor;
        this.call = call;
        this.slices = slices;
        whole.call = call;
    }

    /// Decides the split; to be called whenever a size has changed.
    void bind() {
        unit = bound.forRows(call.rows(0));
        Kernel kernel = unit.kernel();
        units = kernel.units(call);
        int grain = kernel.grain();
        double work = kernel.work(call);
        double nanos = work / descriptor.unitsPerNanosecond();
        int threads = slices.length;
        double wanted = nanos / POLL_NANOS;
        if (threads > 1 && nanos > SPLIT_NANOS) {
            wanted = Math.max(wanted, Math.min(nanos / CHUNK_NANOS, CHUNKS_PER_THREAD * threads));
        }
        int grains = Math.max(1, Math.ceilDiv(units, grain));
        int split = Math.clamp((long) Math.ceil(wanted), 1, grains);
        chunkUnits = Math.ceilDiv(grains, split) * grain;
        chunks = Math.max(1, Math.ceilDiv(units, chunkUnits));
        whole.from = 0;
        whole.to = units;
        whole.direct = descriptor.key().op().equals("linear") && work / Math.max(1, call.rows(0)) >= DIRECT_WORK;
        whole.loops = Math.clamp((long) (work / chunks / WORK_PER_LOOP), 1, 1 << 20);
    }

    long scratchBytes() {
        return bound.scratchBytes(call);
    }

    double work() {
        return unit.kernel().work(call);
    }

    /// Tells whether the call has one row.
    boolean isOneRow() {
        return unit == bound.one();
    }

    /// Tells whether the caller runs this step alone, in one piece.
    boolean isWhole() {
        return chunks == 1;
    }

    int chunks() {
        return chunks;
    }

    String kernelName() {
        return descriptor.name();
    }

    @Override
    public void run(int chunk, int worker) {
        Slice slice = slices[worker];
        slice.call = call;
        slice.from = chunk * chunkUnits;
        slice.to = Math.min(units, slice.from + chunkUnits);
        slice.loops = whole.loops;
        slice.direct = whole.direct;
        unit.target().call(slice.arguments);
    }
}
