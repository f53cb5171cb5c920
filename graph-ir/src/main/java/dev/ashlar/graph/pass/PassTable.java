// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.verify.Stage;
import java.util.List;

/// The passes in their order, and the pairs of them whose order matters.
final class PassTable {
    /// A row.
    ///
    /// @param name of the pass
    /// @param stage of the graph after it
    /// @param pass what runs
    record Row(String name, Stage stage, Pass pass) {}

    /// A pair whose order matters.
    ///
    /// @param earlier name of a pass
    /// @param later name of a pass after it
    /// @param reason why
    record Order(String earlier, String later, String reason) {}

    static final List<Row> ROWS = List.of(
            new Row("resolve", Stage.RESOLVED, new Resolve()),
            new Row("fold", Stage.RESOLVED, new Fold()),
            new Row("narrow-early", Stage.RESOLVED, new NarrowEarly()),
            new Row("eliminate-dead", Stage.RESOLVED, new EliminateDead()),
            new Row("select-kernels", Stage.SELECTED, new SelectKernels()),
            new Row("insert-relayouts", Stage.RELAID_OUT, new InsertRelayouts()),
            new Row("plan-buffers", Stage.PLANNED, new PlanBuffers()));

    static final List<Order> ORDERS = List.of(
            new Order("resolve", "fold", "only a flat graph can be folded"),
            new Order("fold", "eliminate-dead", "folding leaves operands that nothing uses"),
            new Order("fold", "select-kernels", "an operation that folds away needs no kernel"),
            new Order("fold", "narrow-early", "a narrow of all there is must not hold another one up"),
            new Order("narrow-early", "eliminate-dead", "rows that were narrowed apart may be the same"),
            new Order("narrow-early", "select-kernels", "an activation in blocks cannot be narrowed"),
            new Order("eliminate-dead", "select-kernels", "what is dead must not decide how a weight is laid out"),
            new Order("select-kernels", "insert-relayouts", "the kernel's key says which layout an operand needs"),
            new Order("select-kernels", "plan-buffers", "a quantized activation takes a buffer"),
            new Order("insert-relayouts", "plan-buffers", "a relayout is no value of a step and takes no buffer"),
            new Order("eliminate-dead", "plan-buffers", "a dead value must not hold a buffer"));

    private PassTable() {}

    /// Returns the pairs that a sequence of passes breaks.
    static List<Order> broken(List<String> names, List<Order> orders) {
        return orders.stream()
                .filter(order -> names.indexOf(order.earlier()) < 0
                        || names.indexOf(order.earlier()) >= names.indexOf(order.later()))
                .toList();
    }

    static List<String> names() {
        return ROWS.stream().map(Row::name).toList();
    }
}
