// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.Sizes;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.kernel.KernelDescriptor;

/// Estimates what a kernel costs: the time of every call, and the copies that are made once at load.
///
/// @param threads that a call, or a copy, is split over
/// @param calls over which a copy made at load is spread
record CostModel(int threads, int calls) {
    /// How fast a thread relays weights out, in bytes per nanosecond, when a process begins: 630 MB of a
    /// mapped file in Q4_K and Q6_K, to new memory, in 3.4 s of two threads (EPYC 4th generation, JDK 25.0.3,
    /// 2026-11-30). Later, with compiled code and between places in memory that were used before, it is ten
    /// times as fast.
    private static final double RELAYOUT_BYTES_PER_NANOSECOND = 0.2;

    /// Below so many units a call is not split.
    private static final long SPLIT_UNITS = 100_000;

    /// Returns the time of one call, with every symbolic size taken as 1.
    ///
    /// @return nanoseconds
    double nanoseconds(Matching.Operation operation, KernelDescriptor kernel) {
        double units = units(operation);
        return units / kernel.unitsPerNanosecond() / (units < SPLIT_UNITS ? 1 : threads);
    }

    /// Returns the share of one call in a copy that is made once; as much again is charged for a second copy
    /// that stays in memory.
    ///
    /// @param bytes of the copy
    /// @return nanoseconds
    double share(long bytes) {
        return bytes / RELAYOUT_BYTES_PER_NANOSECOND / threads / calls;
    }

    private static double units(Matching.Operation operation) {
        double results = Sizes.elements(operation.result(), 1);
        return switch (operation.op()) {
            case "linear", "bitnet_gemv", "matmul" ->
                results * last(operation.operands().getFirst());
            case "embed" -> results;
            default ->
                operation.operands().stream()
                        .mapToDouble(type -> Sizes.elements(type, 1))
                        .reduce(results, Math::max);
        };
    }

    private static long last(TensorType type) {
        return type.dim(-1) instanceof Dim.Fixed fixed ? fixed.size() : 1;
    }
}
