// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/// One text that is being evaluated: the graph with keys and values of its own.
final class GraphRun {
    private final Value graph;
    private final ReentrantLock lock;

    GraphRun(Value graph, ReentrantLock lock) {
        this.graph = graph;
        this.lock = lock;
    }

    /// Evaluates tokens.
    ///
    /// @param tokens one or more
    /// @param position of the first
    /// @return the logits of the last
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
            return floats(graph.execute(tokens, position));
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

    private static float[] floats(Value tensor) {
        byte[] bytes = new byte[Math.toIntExact(tensor.getBufferSize())];
        tensor.readBuffer(0, bytes, 0, bytes.length);
        float[] values = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }
}
