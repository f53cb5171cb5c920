// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/// One text that is being evaluated: the graph with keys and values of its own. What a step needs is kept for the next.
final class GraphRun {
    private final Value view;
    private final ReentrantLock lock;
    private ByteBuffer bytes = buffer(0);
    private FloatBuffer floats = bytes.asFloatBuffer();
    private float[] logits = new float[0];

    /// Makes a text.
    ///
    /// @param graph has the member `view`, which returns results that are not copied
    /// @param lock held while a step runs
    GraphRun(Value graph, ReentrantLock lock) {
        this.view = graph.getMember("view");
        this.lock = lock;
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Evaluates tokens.
    ///
    /// @param tokens one or more
    /// @param position of the first
    /// @return the logits of the last; overwritten by the next step
    /// @throws StepCancelledException when it was interrupted; positions from `position` on are undefined then
    float[] step(int[] tokens, int position, Optional<CancellationToken> cancellation) {
        if (cancellation.isEmpty()) {
            return step(tokens, position);
        }
        return cancellation.get().run(() -> step(tokens, position));
    }

    private float[] step(int[] tokens, int position) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepCancelledException();
        }
        try {
            return floats(view.execute(tokens, position));
        } catch (PolyglotException | IllegalStateException e) {
            throw failure(e);
        } finally {
            lock.unlock();
        }
    }

    static RuntimeException failure(RuntimeException e) {
        if (e instanceof PolyglotException guest && (guest.isCancelled() || guest.isInterrupted())) {
            return new StepCancelledException();
        }
        if (e instanceof PolyglotException) {
            return new ModelException(e.getMessage(), e);
        }
        return new ModelException("model cannot be used: " + e.getMessage(), e);
    }

    private float[] floats(Value tensor) {
        int size = Math.toIntExact(tensor.getBufferSize());
        if (bytes.capacity() != size) {
            bytes = buffer(size);
            floats = bytes.asFloatBuffer();
            logits = new float[size / Float.BYTES];
        }
        tensor.readBuffer(0, bytes.array(), 0, size);
        floats.get(0, logits);
        return logits;
    }
}
