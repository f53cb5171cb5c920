// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.DirectCallNode;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.SourceSection;
import java.util.List;

/// A graph as a callable: runs all operations over the memory of an [Instance].
public final class GraphRoot extends RootNode {
    private static final double SMALL_WORK = 4_000_000;

    @Child
    private BodyNode body;

    private final GraphPlan plan;

    private GraphRoot(TruffleLanguage<?> language, GraphPlan plan, BodyNode body) {
        super(language);
        this.plan = plan;
        this.body = body;
    }

    /// Makes the root node of a graph.
    ///
    /// @param language its owner
    /// @param targets the kernels of the engine
    /// @param sample any instance of the graph, to estimate the work of a call
    /// @return the root node
    public static GraphRoot create(TruffleLanguage<?> language, KernelTargets targets, Instance sample) {
        GraphPlan plan = sample.plan();
        List<StepPlan> steps = plan.steps();
        OpNode[] operations = new OpNode[steps.size()];
        for (int i = 0; i < operations.length; i++) {
            StepPlan step = steps.get(i);
            KernelTargets.Bound bound = targets.bind(step.descriptor(), step.signature());
            operations[i] = new OpNode(
                    i,
                    step.name(),
                    step.source(),
                    DirectCallNode.create(bound.one().target()),
                    DirectCallNode.create(bound.many().target()));
        }
        boolean small = operations.length <= GraphPlan.SMALL_OPERATIONS && sample.work() <= SMALL_WORK;
        return new GraphRoot(language, plan, new BodyNode(operations, plan.source(), small));
    }

    /// Runs a call whose sizes are bound and whose inputs are written.
    ///
    /// @param instance of this graph
    @TruffleBoundary
    public void run(Instance instance) {
        getCallTarget().call(instance.arguments);
    }

    @Override
    public Object execute(VirtualFrame frame) {
        Instance instance = CompilerDirectives.castExact(frame.getArguments()[0], Instance.class);
        body.execute(frame, instance);
        return instance;
    }

    @Override
    public String getName() {
        return plan.name();
    }

    @Override
    public SourceSection getSourceSection() {
        return plan.source();
    }

    @Override
    public String toString() {
        return plan.name();
    }
}
