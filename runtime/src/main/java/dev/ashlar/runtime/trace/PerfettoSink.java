// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Locale;

/// Writes events as they come, in the JSON trace form that ui.perfetto.dev and chrome://tracing read.
///
/// Times are microseconds since the sink was made; the thread of an event is the one that emitted it.
public final class PerfettoSink implements TraceSink, AutoCloseable {
    private final Writer writer;
    private final long originNanos;
    private boolean closed;
    private boolean empty = true;

    /// Begins a trace.
    ///
    /// @param writer receives the JSON; closed with this sink
    /// @throws UncheckedIOException if it cannot be written
    public PerfettoSink(Writer writer) {
        this(writer, System.nanoTime());
    }

    /// Begins a trace of events whose clock began earlier.
    ///
    /// @param writer receives the JSON; closed with this sink
    /// @param originNanos time 0 of the trace, of [System#nanoTime]
    /// @throws UncheckedIOException if it cannot be written
    public PerfettoSink(Writer writer, long originNanos) {
        this.writer = writer;
        this.originNanos = originNanos;
        write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    }

    @Override
    public boolean isEnabled() {
        return true;
    }

    @Override
    public void emit(TraceEvent event) {
        String line = switch (event) {
            case TraceEvent.KernelChosen chosen ->
                instant(
                        event,
                        "choose " + chosen.node(),
                        "choice",
                        "\"kernel\":%s,\"rejected\":%s"
                                .formatted(quoted(chosen.kernel()), quoted(String.join("; ", chosen.rejected()))));
            case TraceEvent.KernelRun run ->
                complete(
                        event,
                        run.node(),
                        "kernel",
                        "\"kernel\":%s,\"threads\":%d".formatted(quoted(run.kernel()), run.threads()));
            case TraceEvent.AdapterInserted adapter ->
                complete(
                        event,
                        adapter.kind() + " " + adapter.target(),
                        "adapter",
                        "\"from\":%s,\"to\":%s,\"bytes\":%d"
                                .formatted(quoted(adapter.from()), quoted(adapter.to()), adapter.bytes()));
            case TraceEvent.Allocation allocation -> memory(event, "allocate " + allocation.what(), allocation.bytes());
            case TraceEvent.Free free -> memory(event, "free " + free.what(), free.bytes());
        };
        synchronized (this) {
            if (!closed) {
                write(empty ? "\n" : ",\n");
                write(line);
                empty = false;
            }
        }
    }

    private String complete(TraceEvent event, String name, String category, String arguments) {
        return "{\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%s,\"dur\":%s,\"name\":%s,\"cat\":\"%s\",\"args\":{%s}}"
                .formatted(
                        Thread.currentThread().threadId(),
                        micros(event.startNanos() - originNanos),
                        micros(event.durationNanos()),
                        quoted(name),
                        category,
                        arguments);
    }

    private String memory(TraceEvent event, String name, long bytes) {
        return instant(event, name, "memory", "\"bytes\":" + bytes);
    }

    private String instant(TraceEvent event, String name, String category, String arguments) {
        return "{\"ph\":\"i\",\"s\":\"t\",\"pid\":1,\"tid\":%d,\"ts\":%s,\"name\":%s,\"cat\":\"%s\",\"args\":{%s}}"
                .formatted(
                        Thread.currentThread().threadId(),
                        micros(event.startNanos() - originNanos),
                        quoted(name),
                        category,
                        arguments);
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1000.0);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private void write(String text) {
        try {
            writer.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Ends the trace; later events are dropped.
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (writer) {
            writer.write("\n]}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
