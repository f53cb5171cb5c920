// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.memory.Memory;
import dev.ashlar.runtime.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Measures how fast the threads of a machine read memory: the roofline of work that reads each weight once.
final class ReadBandwidth {
    private static final long BYTES = 256L << 20;
    private static final int STEP = 8 * Long.BYTES;
    private static final int PASSES = 8;

    private ReadBandwidth() {}

    /// Reads memory some times with all threads.
    ///
    /// @param threads how many read, each its own part
    /// @return bytes a second, the best of the times
    static double measure(int threads) {
        try (Arena arena = Arena.ofShared();
                ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            long memory = NativeMemory.allocate(BYTES, arena).fill((byte) 1).address();
            long part = BYTES / threads / STEP * STEP;
            double best = 0;
            for (int pass = 0; pass < PASSES; pass++) {
                List<Callable<Long>> tasks = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    long from = memory + i * part;
                    tasks.add(() -> sum(from, from + part));
                }
                long start = System.nanoTime();
                check(pool.invokeAll(tasks));
                best = Math.max(best, part * threads * 1e9 / (System.nanoTime() - start));
            }
            return best;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserException("interrupted");
        }
    }

    /// What was read has to be used, or a compiler leaves the reading out.
    private static void check(List<Future<Long>> sums) throws InterruptedException {
        try {
            for (Future<Long> sum : sums) {
                if (sum.get() == 0) {
                    throw new IllegalStateException("memory lost what was written to it");
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long sum(long from, long to) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        for (long at = from; at < to; at += STEP) {
            a += Memory.i64(at) + Memory.i64(at + 32);
            b += Memory.i64(at + 8) + Memory.i64(at + 40);
            c += Memory.i64(at + 16) + Memory.i64(at + 48);
            d += Memory.i64(at + 24) + Memory.i64(at + 56);
        }
        return a ^ b << 1 ^ c << 2 ^ d << 3;
    }
}
