// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.LoopNode;
import com.oracle.truffle.api.nodes.RootNode;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The compilation unit of one kernel bound to one signature, shared by all operations that have it.
///
/// The kernel is a constant here, so its loop nest is partially evaluated; sizes and addresses come with the
/// [Slice].
final class KernelRoot extends RootNode {
    /// How often a kernel has run before it may be compiled: what it calls is linked by then. Code that was
    /// compiled without is ten times slower for good: `linear` of Q4_0 for one token 2.7 for 36 G weights/s,
    /// which 3 samples give as well as 1000 (EPYC 4th generation, JDK 25.0.3, 2026-11-30).
    static final int SAMPLES = 5;

    /// How long threads, in sum, run plain loops or rows one by one before samples are worth their time; the
    /// Vector API takes some to load, and the compiler more.
    private static final long WARM_UP_NANOS = 500_000_000;

    /// How many rows a call has that does not wait for that: one by one they would take longer than the
    /// compilation.
    private static final int LONG_ROWS = 32;

    /// Rows of a sample: loops over four, two and one of them all run.
    static final int SAMPLE_ROWS = 7;

    private final Kernel kernel;
    private final Kernel warmUp;
    private final String name;
    private final Optional<RowByRow> rows;
    private final AtomicInteger samples = new AtomicInteger();
    private final AtomicLong spent = new AtomicLong();

    private volatile boolean held;

    @CompilationFinal
    private boolean sampled;

    KernelRoot(TruffleLanguage<?> language, Kernel kernel, Kernel warmUp, String name, Optional<RowByRow> rows) {
        super(language);
        this.rows = rows;
        this.kernel = kernel;
        this.warmUp = warmUp;
        this.name = name;
        this.sampled = warmUp == kernel;
    }

    Kernel kernel() {
        return kernel;
    }

    /// Puts off that the kernel is compiled, or ends that.
    void hold(boolean hold) {
        held = hold;
    }

    @Override
    public Object execute(VirtualFrame frame) {
        Slice slice = CompilerDirectives.castExact(frame.getArguments()[0], Slice.class);
        if (slice.from == slice.to) {
            slice.compiled = sampled && !CompilerDirectives.hasNextTier();
            return slice;
        }
        if (sampled && !CompilerDirectives.hasNextTier()) {
            kernel.run(slice.call, slice.from, slice.to, slice.scratch);
        } else {
            runOutside(slice);
            if (!sampled) {
                if (samples.get() < SAMPLES || held) {
                    return slice;
                }
                CompilerDirectives.transferToInterpreterAndInvalidate();
                sampled = true;
            }
        }
        LoopNode.reportLoopCount(this, slice.loops);
        return slice;
    }

    /// The interpreter and the first tier of the compiler do not see through vectors. So until the last tier is
    /// ready a kernel without vectors runs, as the JVM compiles it by itself; the kernel itself where that pays,
    /// and for samples; or the kernel for one row, once it is compiled, in place of that for many.
    @TruffleBoundary
    private void runOutside(Slice slice) {
        if (rows.isPresent() && rows.get().isCompiled()) {
            runRows(slice, rows.get());
            return;
        }
        if (slice.direct) {
            kernel.run(slice.call, slice.from, slice.to, slice.scratch);
            samples.incrementAndGet();
            return;
        }
        long start = System.nanoTime();
        int from = slice.from;
        if (spent.get() > WARM_UP_NANOS && samples.get() < SAMPLES) {
            from = Math.min(slice.to, from + kernel.grain());
            kernel.run(slice.call, slice.from, from, slice.scratch);
            samples.incrementAndGet();
        }
        warmUp.run(slice.call, from, slice.to, slice.scratch);
        if (!sampled) {
            spent.addAndGet(System.nanoTime() - start);
        }
    }

    /// What a sample of a few rows has computed is computed again.
    private void runRows(Slice slice, RowByRow oneByOne) {
        long start = System.nanoTime();
        boolean worth = slice.call.rows(0) > LONG_ROWS || spent.get() > WARM_UP_NANOS;
        if (worth && samples.get() < SAMPLES) {
            int to = Math.min(slice.to, slice.from + kernel.grain());
            KernelCall few = slice.call.ofRows(Math.min(slice.call.rows(0), SAMPLE_ROWS));
            kernel.run(few, slice.from, to, slice.scratch);
            samples.incrementAndGet();
        }
        oneByOne.run(slice);
        spent.addAndGet(System.nanoTime() - start);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isCloningAllowed() {
        return false;
    }

    @Override
    public String toString() {
        return name;
    }
}
