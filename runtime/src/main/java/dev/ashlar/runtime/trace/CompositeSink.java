// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.trace;

import java.util.List;

/// Passes every event on to several sinks.
///
/// @param sinks in the order in which they receive an event
public record CompositeSink(List<TraceSink> sinks) implements TraceSink {
    /// Copies the sinks.
    public CompositeSink {
        sinks = List.copyOf(sinks);
    }

    /// Tells whether any of the sinks is enabled.
    @Override
    public boolean isEnabled() {
        for (TraceSink sink : sinks) {
            if (sink.isEnabled()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void emit(TraceEvent event) {
        for (TraceSink sink : sinks) {
            if (sink.isEnabled()) {
                sink.emit(event);
            }
        }
    }
}
