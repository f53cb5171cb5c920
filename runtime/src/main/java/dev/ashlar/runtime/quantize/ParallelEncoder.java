// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/// Converts a tensor on several threads and writes the pieces in order; only a few pieces are in memory at a time.
final class ParallelEncoder implements AutoCloseable {
    private final Path file;
    private final int threads;
    private final ExecutorService executor;

    ParallelEncoder(Path file, int threads) {
        this.file = file;
        this.threads = threads;
        this.executor = Executors.newFixedThreadPool(
                threads,
                Thread.ofPlatform().name("ashlar-quantize-", 0).daemon(true).factory());
    }

    private record Piece(ChunkEncoder encoder, int elements, Future<?> done) {}

    /// Writes a whole tensor and tells after every piece how many elements it had.
    void encode(TensorInfo info, MemorySegment source, Format target, WritableByteChannel out, LongConsumer progress)
            throws IOException {
        Deque<ChunkEncoder> idle = new ArrayDeque<>();
        Deque<Piece> running = new ArrayDeque<>();
        long total = info.elementCount();
        long next = 0;
        while (next < total || !running.isEmpty()) {
            if (next < total && running.size() <= threads) {
                ChunkEncoder encoder = idle.isEmpty() ? new ChunkEncoder(file, info, source, target) : idle.pop();
                int count = (int) Math.min(ChunkEncoder.CHUNK_ELEMENTS, total - next);
                long first = next;
                running.add(new Piece(encoder, count, executor.submit(() -> encoder.encode(first, count))));
                next += count;
                continue;
            }
            Piece piece = running.remove();
            await(piece.done());
            int bytes = Math.toIntExact(target.bytesOf(piece.elements()));
            out.write(ByteBuffer.wrap(piece.encoder().bytes(), 0, bytes));
            idle.push(piece.encoder());
            progress.accept(piece.elements());
        }
    }

    private static void await(Future<?> done) throws IOException {
        try {
            done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        executor.close();
    }
}
