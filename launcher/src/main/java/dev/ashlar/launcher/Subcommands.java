// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.util.List;

/// The table of the subcommands, in the order of the help.
final class Subcommands {
    private Subcommands() {}

    static List<Object> all() {
        return List.of(
                new RunCommand(),
                new GenerateCommand(),
                new ExplainCommand(),
                new InspectCommand(),
                new KernelsCommand(),
                new LayoutCommand(),
                new CheckLayoutCommand(),
                new TokenizeCommand(),
                new BenchCommand(),
                new QuantizeCommand(),
                new JvmArgsCommand());
    }
}
