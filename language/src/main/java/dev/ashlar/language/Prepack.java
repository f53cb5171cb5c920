// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import dev.ashlar.language.node.Workers;
import dev.ashlar.runtime.memory.NativeMemory;
import dev.ashlar.runtime.tensor.Relayout;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Copies weights into other arrangements over all threads, in pieces of some megabytes. The pages of a mapped file are
/// given back as soon as they were copied, so that a model is never in memory twice.
final class Prepack {
    private static final long PIECE_BYTES = 4 << 20;

    /// Rows of the largest tile: a piece holds whole tiles.
    private static final long TILE_ROWS = 32;

    private final TraceSink trace;
    private final LoadListener listener;
    private final List<Piece> pieces = new ArrayList<>();
    private final AtomicLong doneBytes = new AtomicLong();
    private long totalBytes;

    /// A weight that is relaid out.
    ///
    /// @param name of the weight
    /// @param src where it is
    /// @param dst its copy
    record Task(String name, TensorView src, TensorView dst) {}

    private record Piece(Weight weight, long from, long to) {}

    private static final class Weight {
        private final Task task;
        private final long rows;
        private final long rowBytes;
        private final AtomicLong missingRows;
        private final AtomicLong start = new AtomicLong();

        private Weight(Task task) {
            this.task = task;
            rows = Relayout.rows(task.src());
            rowBytes = task.src().byteSize() / rows;
            missingRows = new AtomicLong(rows);
        }

        private void release(long from, long to) {
            NativeMemory.release(task.src().storage().asSlice(from * rowBytes, (to - from) * rowBytes));
        }
    }

    private Prepack(List<Task> tasks, TraceSink trace, LoadListener listener) {
        this.trace = trace;
        this.listener = listener;
        tasks.forEach(this::split);
    }

    /// Copies weights; returns when all are copied.
    ///
    /// @param tasks what to copy
    /// @param workers who copies
    /// @param trace is told each weight
    /// @param listener is told how many bytes are copied
    static void run(List<Task> tasks, Workers workers, TraceSink trace, LoadListener listener) {
        Prepack prepack = new Prepack(tasks, trace, listener);
        if (!prepack.pieces.isEmpty()) {
            workers.run(prepack::copy, prepack.pieces.size(), null);
        }
    }

    private void split(Task task) {
        Weight weight = new Weight(task);
        long rows = Math.max(1, PIECE_BYTES / weight.rowBytes / TILE_ROWS) * TILE_ROWS;
        for (long from = 0; from < weight.rows; from += rows) {
            pieces.add(new Piece(weight, from, Math.min(weight.rows, from + rows)));
        }
        totalBytes += weight.rows * weight.rowBytes;
    }

    private void copy(int index, int worker) {
        Piece piece = pieces.get(index);
        Weight weight = piece.weight();
        weight.start.compareAndSet(0, System.nanoTime());
        Relayout.copyRows(weight.task.src(), weight.task.dst(), piece.from(), piece.to());
        weight.release(piece.from(), piece.to());
        if (weight.missingRows.addAndGet(piece.from() - piece.to()) == 0) {
            finish(weight);
        }
        long done = doneBytes.addAndGet((piece.to() - piece.from()) * weight.rowBytes);
        if (worker == 0) {
            listener.at(done, totalBytes);
        }
    }

    /// Gives back the pages that two pieces share, too.
    private void finish(Weight weight) {
        weight.release(0, weight.rows);
        if (trace.isEnabled()) {
            trace.emit(Relayout.event(weight.start.get(), weight.task.src(), weight.task.dst(), weight.task.name()));
        }
    }
}
