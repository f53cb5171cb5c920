// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import java.util.Arrays;

/// Runs one kernel on off-heap views, on the calling thread.
final class KernelRunner {
    private KernelRunner() {}

    /// Binds and runs a kernel; `views` are the operands, then the result, all of rank 2.
    static void run(KernelDescriptor descriptor, Signature signature, TraceSink sink, TensorView... views) {
        long start = System.nanoTime();
        int[] ranks = new int[views.length];
        Arrays.fill(ranks, 2);
        KernelCall call = new KernelCall(ranks);
        for (int i = 0; i < views.length; i++) {
            call.setAddress(i, views[i].address());
            call.setDim(i, 0, Math.toIntExact(views[i].dim(0)));
            call.setDim(i, 1, Math.toIntExact(views[i].dim(1)));
        }
        Kernel kernel = descriptor.factory().create(signature);
        try (Arena scratch = Arena.ofConfined()) {
            long address = scratch.allocate(Math.max(64, kernel.scratchBytes(call)), 64)
                    .address();
            kernel.run(call, 0, kernel.units(call), address);
        } finally {
            for (TensorView view : views) {
                Reference.reachabilityFence(view.storage());
            }
        }
        if (sink.isEnabled()) {
            String node = signature.op();
            sink.emit(new TraceEvent.KernelRun(start, System.nanoTime() - start, node, descriptor.name(), 1));
        }
    }
}
