// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.LoopNode;
import com.oracle.truffle.api.nodes.RootNode;
import dev.ashlar.runtime.kernel.Kernel;

/// The compilation unit of one kernel bound to one signature, shared by all operations that have it.
///
/// The kernel is a constant here, so its loop nest is partially evaluated; sizes and addresses come with the [Slice].
final class KernelRoot extends RootNode {
    private final Kernel kernel;
    private final Kernel warmUp;
    private final String name;

    KernelRoot(TruffleLanguage<?> language, Kernel kernel, Kernel warmUp, String name) {
        super(language);
        this.kernel = kernel;
        this.warmUp = warmUp;
        this.name = name;
    }

    Kernel kernel() {
        return kernel;
    }

    @Override
    public Object execute(VirtualFrame frame) {
        Slice slice = CompilerDirectives.castExact(frame.getArguments()[0], Slice.class);
        if (slice.from == slice.to) {
            return slice;
        }
        if (CompilerDirectives.hasNextTier()) {
            runOutside(slice);
        } else {
            kernel.run(slice.call, slice.from, slice.to, slice.scratch);
        }
        LoopNode.reportLoopCount(this, slice.loops);
        return slice;
    }

    /// The interpreter and the first tier of the compiler do not see through vectors. So until the last tier is ready a
    /// kernel without vectors runs, as the JVM compiles it by itself; the kernel itself where that pays.
    @TruffleBoundary
    private void runOutside(Slice slice) {
        (slice.direct ? kernel : warmUp).run(slice.call, slice.from, slice.to, slice.scratch);
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
