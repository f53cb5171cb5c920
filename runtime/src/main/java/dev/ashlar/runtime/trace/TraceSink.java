// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.trace;

/// Receives trace events. May be called from any thread.
public interface TraceSink {
    /// Drops every event.
    TraceSink NONE = new TraceSink() {
        @Override
        public boolean isEnabled() {
            return false;
        }

        @Override
        public void emit(TraceEvent event) {}
    };

    /// Tells whether it is worth making an event.
    ///
    /// @return false if [#emit] drops it
    boolean isEnabled();

    /// Takes one event.
    ///
    /// @param event what happened
    void emit(TraceEvent event);
}
