// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.nodes.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/// The worker threads of a context.
///
/// The caller publishes a job and takes part in it; every thread claims the next chunk until none is left. A worker
/// that gets no processor claims nothing and is not waited for, so that other load on the machine costs no more than
/// the chunk it interrupts. Idle workers spin for some microseconds, then park.
///
/// A claim decrements [#unclaimed]. Job and number of chunks are read after the claim only: they cannot change before
/// the claimed chunk is finished, and a claim that comes late simply takes part in the next job.
public final class Workers implements AutoCloseable {
    private static final long SPIN_NANOS = 50_000;
    private static final long PARK_NANOS = 1_000_000;

    private final int threads;
    private final Function<Runnable, Thread> threadFactory;
    private final List<Worker> workers = new ArrayList<>();
    private final AtomicInteger unclaimed = new AtomicInteger();
    private final AtomicInteger finished = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile Job job = (chunk, worker) -> {};
    private volatile int chunks;
    private final Condition allFinished = () -> finished.get() >= chunks;
    private volatile Thread waiting;
    private volatile boolean stopped;

    /// Makes workers that are started when first needed.
    ///
    /// @param threads how many take part in a job, the caller included; at least 1
    /// @param threadFactory makes a thread that is not started yet
    public Workers(int threads, Function<Runnable, Thread> threadFactory) {
        this.threads = threads;
        this.threadFactory = threadFactory;
    }

    /// Returns how many threads take part in a job.
    ///
    /// @return the caller included, at least 1
    public int threads() {
        return threads;
    }

    /// Runs all chunks of a job; returns when no thread works on it any more.
    ///
    /// The first failure of a chunk ends the job and is thrown here, and so is what a safepoint between two chunks
    /// throws, e.g. because the context is cancelled.
    ///
    /// @param next the job
    /// @param count number of chunks, at least 1
    /// @param location where safepoints are polled
    @TruffleBoundary
    public void run(Job next, int count, Node location) {
        if (threads == 1 || count == 1) {
            for (int chunk = 0; chunk < count; chunk++) {
                Interruption.poll(location);
                next.run(chunk, 0);
            }
            return;
        }
        start();
        publish(next, count);
        try {
            while (claimAndRun(0)) {
                Interruption.poll(location);
            }
        } finally {
            awaitClaimed();
        }
        rethrow(failure.get());
    }

    private void publish(Job next, int count) {
        job = next;
        chunks = count;
        finished.set(0);
        failure.set(null);
        unclaimed.set(count);
        int wanted = Math.min(count, threads) - 1;
        for (int i = 0; i < wanted; i++) {
            workers.get(i).wake();
        }
    }

    private boolean claimAndRun(int worker) {
        int left = unclaimed.get();
        while (left > 0 && !unclaimed.compareAndSet(left, left - 1)) {
            left = unclaimed.get();
        }
        if (left <= 0) {
            return false;
        }
        int count = chunks;
        try {
            if (failure.get() == null) {
                job.run(count - left, worker);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        } finally {
            if (finished.incrementAndGet() >= count) {
                LockSupport.unpark(waiting);
            }
        }
        return true;
    }

    /// Takes all unclaimed chunks away, then waits for the claimed ones.
    private void awaitClaimed() {
        finished.addAndGet(unclaimed.getAndSet(0));
        if (spin(allFinished)) {
            return;
        }
        waiting = Thread.currentThread();
        boolean interrupted = false;
        while (finished.get() < chunks) {
            LockSupport.parkNanos(this, PARK_NANOS);
            interrupted |= Thread.interrupted();
        }
        waiting = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Condition {
        boolean holds();
    }

    private static boolean spin(Condition condition) {
        long start = System.nanoTime();
        for (int turn = 1; !condition.holds(); turn++) {
            Thread.onSpinWait();
            if (turn % 64 == 0) {
                long spent = System.nanoTime() - start;
                if (spent > SPIN_NANOS) {
                    return false;
                }
                if (spent > SPIN_NANOS / 4) {
                    Thread.yield();
                }
            }
        }
        return true;
    }

    private static void rethrow(Throwable thrown) {
        switch (thrown) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(thrown);
        }
    }

    private synchronized void start() {
        if (stopped) {
            throw new IllegalStateException("the context is closed");
        }
        while (workers.size() < threads - 1) {
            Worker worker = new Worker(workers.size() + 1);
            worker.thread = threadFactory.apply(worker);
            worker.thread.setName("ashlar-worker-" + worker.number);
            worker.thread.setDaemon(true);
            workers.add(worker);
            worker.thread.start();
        }
    }

    /// Ends the worker threads and waits for their end. No job may be running.
    @Override
    public synchronized void close() {
        stopped = true;
        boolean interrupted = false;
        for (Worker worker : workers) {
            LockSupport.unpark(worker.thread);
            while (worker.thread.isAlive()) {
                try {
                    worker.thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        workers.clear();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Worker implements Runnable {
        private final int number;
        private Thread thread;
        private final Condition wanted = this::isWanted;
        private volatile boolean parked;

        private Worker(int number) {
            this.number = number;
        }

        private void wake() {
            if (parked) {
                LockSupport.unpark(thread);
            }
        }

        private boolean isWanted() {
            return stopped || unclaimed.get() > 0;
        }

        @Override
        public void run() {
            while (!stopped) {
                if (!claimAndRun(number)) {
                    await();
                }
            }
        }

        private void await() {
            if (spin(wanted)) {
                return;
            }
            parked = true;
            while (!isWanted()) {
                LockSupport.park(Workers.this);
            }
            parked = false;
        }
    }
}
