// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One finished run of the `ashlar` script.
///
/// @param code exit code
/// @param out all of standard output
/// @param err all of standard error
public record Ashlar(int code, String out, String err) {
    /// The directory that holds the script.
    public static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final int PATIENCE_SECONDS = 180;

    /// Prepares a run in the root of the project, with what the build before the tests made.
    ///
    /// @param args of the script
    /// @return not started
    public static ProcessBuilder command(String... args) {
        List<String> command = new ArrayList<>();
        command.add(ROOT.resolve("ashlar").toString());
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT.toFile());
        builder.environment().put("ASHLAR_BUILD", "never");
        return builder;
    }

    /// Runs the script to its end.
    ///
    /// @param args of the script
    /// @return how it ended
    public static Ashlar run(String... args) {
        return run(command(args));
    }

    /// Runs a prepared command to its end.
    ///
    /// @param builder as [#command] makes it
    /// @return how it ended
    public static Ashlar run(ProcessBuilder builder) {
        try {
            Path out = Files.createTempFile("ashlar", ".out");
            Path err = Files.createTempFile("ashlar", ".err");
            try {
                Process process = builder.redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
                process.getOutputStream().close();
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException("%s did not end".formatted(builder.command()));
                }
                return new Ashlar(process.exitValue(), Files.readString(out), Files.readString(err));
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Checks that the run succeeded and said nothing on standard error.
    ///
    /// @return standard output
    public String succeeds() {
        assertEquals("", err);
        assertEquals(0, code);
        return out;
    }

    /// Checks that the run failed with one line on standard error and nothing on standard output.
    ///
    /// @param expectedCode 1 for a failure, 2 for wrong usage
    /// @return the line, without the name of the program
    public String fails(int expectedCode) {
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        assertEquals(expectedCode, code, err);
        assertTrue(err.startsWith("ashlar: "), err);
        return err.strip().substring("ashlar: ".length());
    }
}
