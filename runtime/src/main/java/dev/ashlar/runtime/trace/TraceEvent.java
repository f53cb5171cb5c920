// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.trace;

import java.util.List;

/// Something that happened at run time, with its time from [System#nanoTime].
public sealed interface TraceEvent {
    /// Returns when it began.
    ///
    /// @return nanoseconds of [System#nanoTime]
    long startNanos();

    /// Returns how long it took.
    ///
    /// @return nanoseconds, 0 for an instant
    long durationNanos();

    /// A kernel was chosen, once for all its runs.
    ///
    /// @param startNanos when
    /// @param node name of the value that it computes
    /// @param kernel its name, which spells operation, formats, block order, numerics and family
    /// @param rejected the other kernels, each with the reason against it
    record KernelChosen(long startNanos, String node, String kernel, List<String> rejected) implements TraceEvent {
        /// Copies the list.
        public KernelChosen {
            rejected = List.copyOf(rejected);
        }

        @Override
        public long durationNanos() {
            return 0;
        }
    }

    /// A kernel ran.
    ///
    /// @param startNanos when it began
    /// @param durationNanos how long it took
    /// @param node name of the value that it computed
    /// @param kernel name of the kernel
    /// @param threads how many threads it was split over
    record KernelRun(long startNanos, long durationNanos, String node, String kernel, int threads)
            implements TraceEvent {}

    /// A tensor was converted to the form that a kernel reads.
    ///
    /// @param startNanos when it began
    /// @param durationNanos how long it took
    /// @param kind `relayout`, `gather`, ...
    /// @param target name of the tensor
    /// @param from spelling of the layout class before
    /// @param to spelling of the layout class after
    /// @param bytes physical size of the copy
    record AdapterInserted(
            long startNanos, long durationNanos, String kind, String target, String from, String to, long bytes)
            implements TraceEvent {}

    /// Memory was allocated.
    ///
    /// @param startNanos when
    /// @param what it is for
    /// @param bytes its size
    record Allocation(long startNanos, String what, long bytes) implements TraceEvent {
        @Override
        public long durationNanos() {
            return 0;
        }
    }

    /// Memory was freed.
    ///
    /// @param startNanos when
    /// @param what it was for
    /// @param bytes its size
    record Free(long startNanos, String what, long bytes) implements TraceEvent {
        @Override
        public long durationNanos() {
            return 0;
        }
    }
}
