// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.GenerateWrapper;
import com.oracle.truffle.api.instrumentation.InstrumentableNode;
import com.oracle.truffle.api.instrumentation.ProbeNode;
import com.oracle.truffle.api.instrumentation.StandardTags;
import com.oracle.truffle.api.instrumentation.Tag;
import com.oracle.truffle.api.nodes.DirectCallNode;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.SourceSection;
import dev.ashlar.runtime.trace.TraceEvent;

/// One operation of a graph: calls the compilation unit of its kernel, directly or over the worker threads.
///
/// It has the source section of its expression and the tag of a statement, so that a profiler, tracer or debugger
/// sees it as a line of the script.
@GenerateWrapper
class OpNode extends Node implements InstrumentableNode {
    private final int index;
    private final String name;
    private final SourceSection source;

    @Child
    private DirectCallNode callOne;

    @Child
    private DirectCallNode callMany;

    OpNode(int index, String name, SourceSection source, DirectCallNode callOne, DirectCallNode callMany) {
        this.index = index;
        this.name = name;
        this.source = source;
        this.callOne = callOne;
        this.callMany = callMany;
    }

    /// For the generated wrapper.
    OpNode(OpNode wrapped) {
        this(wrapped.index, wrapped.name, wrapped.source, null, null);
    }

    void execute(@SuppressWarnings("unused") VirtualFrame frame, Instance instance) {
        Step step = instance.step(index);
        try {
            if (instance.trace.isEnabled()) {
                runTraced(instance, step);
            } else if (step.isWhole()) {
                callWhole(step);
            } else {
                instance.workers.run(step, step.chunks(), this);
            }
        } catch (IllegalArgumentException e) {
            CompilerDirectives.transferToInterpreter();
            throw new AshlarException("'%s' (%s): %s".formatted(name, step.kernelName(), e.getMessage()), this);
        }
    }

    private void callWhole(Step step) {
        if (step.isOneRow()) {
            callOne.call(step.whole.arguments);
        } else {
            callMany.call(step.whole.arguments);
        }
    }

    @TruffleBoundary
    private void runTraced(Instance instance, Step step) {
        long start = System.nanoTime();
        instance.workers.run(step, step.chunks(), this);
        int threads = Math.min(step.chunks(), instance.workers.threads());
        instance.trace.emit(
                new TraceEvent.KernelRun(start, System.nanoTime() - start, name, step.kernelName(), threads));
    }

    @Override
    public SourceSection getSourceSection() {
        return source;
    }

    @Override
    public boolean isInstrumentable() {
        return true;
    }

    @Override
    public boolean hasTag(Class<? extends Tag> tag) {
        return tag == StandardTags.StatementTag.class;
    }

    @Override
    public WrapperNode createWrapper(ProbeNode probe) {
        return new OpNodeWrapper(this, this, probe);
    }

    @Override
    public String toString() {
        return name;
    }
}
