// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.TruffleLanguage.Env;
import dev.ashlar.language.node.AshlarException;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/// Writes trace events as they come, in the JSON form that Perfetto and chrome://tracing read.
final class TraceFile implements TraceSink, AutoCloseable {
    private final BufferedWriter writer;
    private final long originNanos = System.nanoTime();
    private boolean closed;
    private boolean empty = true;

    private TraceFile(BufferedWriter writer) throws IOException {
        this.writer = writer;
        writer.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    }

    /// Opens a trace, through the file access of the context.
    ///
    /// @param env of the context
    /// @param path empty for no trace
    /// @return a sink
    static TraceSink open(Env env, String path) {
        if (path.isEmpty()) {
            return TraceSink.NONE;
        }
        try {
            return new TraceFile(env.getPublicTruffleFile(path)
                    .newBufferedWriter(
                            StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING));
        } catch (IOException | SecurityException | IllegalArgumentException e) {
            throw new AshlarException("option ashlar.Trace: cannot write '%s': %s".formatted(path, e.getMessage()));
        }
    }

    @Override
    public boolean isEnabled() {
        return true;
    }

    @Override
    public synchronized void emit(TraceEvent event) {
        if (closed) {
            return;
        }
        try {
            writer.write(empty ? "\n" : ",\n");
            writer.write(
                    switch (event) {
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
                        case TraceEvent.Allocation allocation ->
                            instant(event, "allocate " + allocation.what(), allocation.bytes());
                        case TraceEvent.Free free -> instant(event, "free " + free.what(), free.bytes());
                    });
            empty = false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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

    private String instant(TraceEvent event, String name, long bytes) {
        return "{\"ph\":\"i\",\"s\":\"t\",\"pid\":1,\"tid\":%d,\"ts\":%s,\"name\":%s,\"cat\":\"memory\",\"args\":{\"bytes\":%d}}"
                .formatted(
                        Thread.currentThread().threadId(),
                        micros(event.startNanos() - originNanos),
                        quoted(name),
                        bytes);
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
