// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

/// The entry point of the `ashlar` script.
public final class Main {
    private Main() {}

    /// Runs one command and ends the JVM with its exit code: 0 success, 1 failure, 2 wrong usage.
    ///
    /// @param args as on the command line
    public static void main(String[] args) {
        System.exit(AshlarCommand.run(Console.standard(), args));
    }
}
