// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Where a command writes: results to `out`, everything else to `err`. Both are UTF-8, whatever the locale is.
///
/// @param out standard output
/// @param err standard error
/// @param terminal whether a person watches `err`, so that progress may be drawn there
record Console(PrintStream out, PrintStream err, boolean terminal) {
    /// Opens the standard streams of this process.
    static Console standard() {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        return new Console(
                new PrintStream(out, false, StandardCharsets.UTF_8),
                StandardError.open(),
                Boolean.getBoolean("ashlar.terminal"));
    }

    /// Returns this console without progress.
    Console withoutProgress() {
        return new Console(out, err, false);
    }

    /// Writes one line to standard output.
    void println(String line) {
        out.println(line);
    }

    /// Writes one line to standard error, prefixed with the name of the program.
    void complain(String message) {
        err.println("ashlar: " + message);
        err.flush();
    }
}
