// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/// `ashlar jvm-args`: what a JVM that embeds the language is started with, read off this very JVM.
@Command(
        name = "jvm-args",
        description = "Print the JVM flags that a program needs that embeds Ashlar.",
        footer = {
            "  java $(ashlar jvm-args) examples/Embed.java",
            "  ashlar jvm-args > flags && java @flags -m my.module"
        })
final class JvmArgsCommand implements Runnable {
    @ParentCommand
    private AshlarCommand parent;

    @Override
    public void run() {
        parent.console()
                .println(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(argument -> !argument.startsWith("-D"))
                        .filter(argument -> !argument.startsWith("--add-opens"))
                        .map(argument ->
                                argument.startsWith("--enable-native-access=") ? argument + ",ALL-UNNAMED" : argument)
                        .map(argument -> argument.contains(" ") ? '"' + argument + '"' : argument)
                        .collect(Collectors.joining(System.lineSeparator())));
    }
}
