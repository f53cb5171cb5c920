// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.frame.MaterializedFrame;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.GenerateWrapper;
import com.oracle.truffle.api.instrumentation.InstrumentableNode;
import com.oracle.truffle.api.instrumentation.ProbeNode;
import com.oracle.truffle.api.instrumentation.StandardTags;
import com.oracle.truffle.api.instrumentation.Tag;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.SourceSection;

/// The operations of a graph in their order.
///
/// A small graph is one compilation: the loop over the operations is exploded and their kernels can be inlined. A big
/// one is a loop that is not compiled at all, over kernels that are: compiling it would cost time that grows with the
/// number of layers, and save nothing that counts.
@GenerateWrapper
class BodyNode extends Node implements InstrumentableNode {
    @Children
    private final OpNode[] operations;

    private final SourceSection source;
    private final boolean small;

    BodyNode(OpNode[] operations, SourceSection source, boolean small) {
        this.operations = operations;
        this.source = source;
        this.small = small;
    }

    /// For the generated wrapper.
    BodyNode(BodyNode wrapped) {
        this(new OpNode[0], wrapped.source, wrapped.small);
    }

    void execute(VirtualFrame frame, Instance instance) {
        if (small) {
            runExploded(frame, instance);
        } else {
            runLoop(frame.materialize(), instance);
        }
    }

    @ExplodeLoop
    private void runExploded(VirtualFrame frame, Instance instance) {
        for (OpNode operation : operations) {
            operation.execute(frame, instance);
            TruffleSafepoint.poll(this);
        }
    }

    @TruffleBoundary
    private void runLoop(MaterializedFrame frame, Instance instance) {
        for (OpNode operation : operations) {
            operation.execute(frame, instance);
            Interruption.poll(this);
        }
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
        return tag == StandardTags.RootTag.class || tag == StandardTags.RootBodyTag.class;
    }

    @Override
    public WrapperNode createWrapper(ProbeNode probe) {
        return new BodyNodeWrapper(this, this, probe);
    }
}
