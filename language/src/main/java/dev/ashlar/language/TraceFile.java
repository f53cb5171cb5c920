// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.TruffleLanguage.Env;
import dev.ashlar.language.node.AshlarException;
import dev.ashlar.runtime.trace.PerfettoSink;
import dev.ashlar.runtime.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.StandardOpenOption;

/// Opens the trace that a context writes.
final class TraceFile {
    private TraceFile() {}

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
            return new PerfettoSink(env.getPublicTruffleFile(path)
                    .newBufferedWriter(
                            StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING));
        } catch (IOException | UncheckedIOException | SecurityException | IllegalArgumentException e) {
            throw new AshlarException("option ashlar.Trace: cannot write '%s': %s".formatted(path, e.getMessage()));
        }
    }
}
