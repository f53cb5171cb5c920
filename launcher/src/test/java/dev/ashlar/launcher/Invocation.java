// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// One command line that ran within this JVM.
///
/// @param code exit code
/// @param out all of standard output
/// @param err what the launcher wrote to standard error
record Invocation(int code, String out, String err) {
    static Invocation of(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(print(out), print(err), false);
        int code = AshlarCommand.run(console, args);
        return new Invocation(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /// Checks that it succeeded and had nothing to complain about.
    String succeeds() {
        assertEquals("", err);
        assertEquals(0, code);
        return out;
    }

    /// Checks that it failed with one line on standard error and nothing on standard output.
    ///
    /// @return the line, without the name of the program
    String fails(int expectedCode) {
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        assertEquals(expectedCode, code, err);
        assertTrue(err.startsWith("ashlar: "), err);
        return err.strip().substring("ashlar: ".length());
    }
}
