// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import dev.ashlar.language.node.Workers;
import dev.ashlar.runtime.load.PrepackCache;
import dev.ashlar.runtime.memory.NativeMemory;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.Relayout;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Copies weights into other arrangements over all threads, in pieces of some megabytes. The pages of a mapped file are
/// given back as soon as they were copied, so that a model is never in memory twice.
final class Prepack {
    private static final long PIECE_BYTES = 4 << 20;

    /// Rows of the largest tile: a piece holds whole tiles.
    private static final long TILE_ROWS = 32;

    private final List<Weight> weights;
    private final Arena scope;
    private final Optional<PrepackCache> cache;
    private final TraceSink trace;
    private final LoadListener listener;
    private final List<Piece> pieces = new ArrayList<>();
    private final AtomicLong doneBytes = new AtomicLong();
    private final long totalBytes;

    /// A weight that is relaid out.
    ///
    /// @param name of the weight
    /// @param src where it is
    /// @param target the arrangement of the copy
    record Task(String name, TensorView src, LayoutClass target) {}

    private record Piece(Weight weight, TensorView dst, long from, long to) {}

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

    /// Prepares to copy weights.
    ///
    /// @param tasks what to copy
    /// @param scope owns the copies
    /// @param cache may have the copies, and keeps those that are made
    /// @param trace is told each weight
    /// @param listener is told how many bytes are copied
    Prepack(List<Task> tasks, Arena scope, Optional<PrepackCache> cache, TraceSink trace, LoadListener listener) {
        this.weights = tasks.stream().map(Weight::new).toList();
        this.scope = scope;
        this.cache = cache;
        this.trace = trace;
        this.listener = listener;
        totalBytes = tasks.stream().mapToLong(task -> task.src().byteSize()).sum();
    }

    /// Copies the weights.
    ///
    /// @param workers who copies
    /// @return the copies, in the order of the tasks, when all are made
    List<TensorView> run(Workers workers) {
        TensorView[] copies = new TensorView[weights.size()];
        if (cache.isPresent() && !weights.isEmpty()) {
            workers.run((index, worker) -> copies[index] = find(cache.get(), index, worker), copies.length, null);
        }
        for (int i = 0; i < copies.length; i++) {
            if (copies[i] == null) {
                Weight weight = weights.get(i);
                copies[i] = Relayout.allocate(weight.task.src(), weight.task.target(), scope);
                split(weight, copies[i]);
            }
        }
        if (!pieces.isEmpty()) {
            workers.run(this::copy, pieces.size(), null);
        }
        return List.of(copies);
    }

    private TensorView find(PrepackCache files, int index, int worker) {
        Task task = weights.get(index).task;
        TensorView found =
                files.find(task.name(), task.src(), task.target(), scope).orElse(null);
        if (found != null) {
            advance(task.src().byteSize(), worker);
        }
        return found;
    }

    private void split(Weight weight, TensorView copy) {
        long rows = Math.max(1, PIECE_BYTES / weight.rowBytes / TILE_ROWS) * TILE_ROWS;
        for (long from = 0; from < weight.rows; from += rows) {
            pieces.add(new Piece(weight, copy, from, Math.min(weight.rows, from + rows)));
        }
    }

    private void copy(int index, int worker) {
        Piece piece = pieces.get(index);
        Weight weight = piece.weight();
        weight.start.compareAndSet(0, System.nanoTime());
        Relayout.copyRows(weight.task.src(), piece.dst(), piece.from(), piece.to());
        weight.release(piece.from(), piece.to());
        if (weight.missingRows.addAndGet(piece.from() - piece.to()) == 0) {
            finish(weight, piece.dst());
        }
        advance((piece.to() - piece.from()) * weight.rowBytes, worker);
    }

    /// Gives back the pages that two pieces share, too, and keeps the copy for the next start.
    private void finish(Weight weight, TensorView copy) {
        weight.release(0, weight.rows);
        cache.ifPresent(files -> files.put(weight.task.name(), copy, weight.task.target()));
        if (trace.isEnabled()) {
            trace.emit(Relayout.event(weight.start.get(), weight.task.src(), copy, weight.task.name()));
        }
    }

    /// The listener belongs to the thread that loads.
    private void advance(long bytes, int worker) {
        long done = doneBytes.addAndGet(bytes);
        if (worker == 0) {
            listener.at(done, totalBytes);
        }
    }
}
