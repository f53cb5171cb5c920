// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A file into which engines write when they queue, begin and end compilations
/// (`engine.TraceCompilationDetails`).
///
/// @param file need not exist yet
record CompilerLog(Path file) {
    private static final long QUIET_NANOS = 1_000_000_000L;
    private static final long DEADLINE_NANOS = 90_000_000_000L;
    private static final Pattern EVENT = Pattern.compile("opt (\\S+) +engine=\\d+ +(id=\\d+) ");

    /// Sets what engines that are made from now on write to.
    static CompilerLog to(Path file) {
        System.setProperty("polyglot.log.file", file.toString());
        return new CompilerLog(file);
    }

    List<String> lines() throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /// Does something again and again until the compiler has had nothing to do for a second.
    void untilQuiet(Runnable action) throws IOException {
        long start = System.nanoTime();
        long changed = start;
        int before = 0;
        while (System.nanoTime() - changed < QUIET_NANOS && System.nanoTime() - start < DEADLINE_NANOS) {
            action.run();
            List<String> lines = lines();
            if (lines.size() > before || isCompiling(lines)) {
                changed = System.nanoTime();
            }
            before = lines.size();
        }
    }

    private static boolean isCompiling(List<String> lines) {
        Set<String> compiling = new HashSet<>();
        for (String line : lines) {
            Matcher event = EVENT.matcher(line);
            if (event.find()) {
                switch (event.group(1)) {
                    case "queued", "start" -> compiling.add(event.group(2));
                    default -> compiling.remove(event.group(2));
                }
            }
        }
        return !compiling.isEmpty();
    }
}
