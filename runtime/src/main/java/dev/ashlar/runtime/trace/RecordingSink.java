// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.trace;

import java.util.ArrayDeque;
import java.util.List;

/// Keeps the latest events in memory.
public final class RecordingSink implements TraceSink {
    private final int capacity;
    private final ArrayDeque<TraceEvent> events = new ArrayDeque<>();
    private long dropped;

    /// Makes an empty recording.
    ///
    /// @param capacity how many events to keep; older ones make room for newer ones
    public RecordingSink(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("recording: found capacity %d, expected at least 1".formatted(capacity));
        }
        this.capacity = capacity;
    }

    @Override
    public boolean isEnabled() {
        return true;
    }

    @Override
    public synchronized void emit(TraceEvent event) {
        if (events.size() == capacity) {
            events.removeFirst();
            dropped++;
        }
        events.addLast(event);
    }

    /// Returns the events that are kept.
    ///
    /// @return a copy, oldest first
    public synchronized List<TraceEvent> events() {
        return List.copyOf(events);
    }

    /// Returns the events of one kind that are kept.
    ///
    /// @param <T> the kind
    /// @param kind its class
    /// @return a copy, oldest first
    public <T extends TraceEvent> List<T> events(Class<T> kind) {
        return events().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /// Returns how many events made room for newer ones.
    ///
    /// @return 0 if all are kept
    public synchronized long dropped() {
        return dropped;
    }

    /// Forgets all events.
    public synchronized void clear() {
        events.clear();
        dropped = 0;
    }
}
