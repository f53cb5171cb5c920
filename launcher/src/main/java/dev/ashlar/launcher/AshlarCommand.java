// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The command itself: the options that all subcommands share, and the table of the subcommands.
@Command(
        name = "ashlar",
        description = "Runs tensor graphs and GGUF language models.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nParameters:%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:it failed; one message on standard error says why", "2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ashlar generate --prompt \"Once upon a time\"",
            "  ashlar run examples/mlp.ashlar --input x=random:1",
            "  ashlar inspect model.gguf",
            "  ashlar COMMAND --help",
            "  ashlar test                (builds everything and runs its tests)",
        })
final class AshlarCommand implements Runnable {
    @Option(
            names = "--trace",
            paramLabel = "FILE.json",
            scope = ScopeType.INHERIT,
            description =
                    "Write what ran, and when, for chrome://tracing or ui.perfetto.dev; for run, generate, bench.")
    private Path trace;

    @Option(
            names = "--strict",
            scope = ScopeType.INHERIT,
            description =
                    "Fail where a reference kernel would stand in for a missing one; for run, generate, bench, explain.")
    private boolean strict;

    @Option(names = "--quiet", scope = ScopeType.INHERIT, description = "Show no progress and no notes.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    private final Console console;

    private AshlarCommand(Console console) {
        this.console = console;
    }

    /// Runs one command line.
    ///
    /// @return the exit code
    static int run(Console console, String... args) {
        CommandLine commandLine = commandLine(console);
        try {
            return commandLine.execute(args);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return new Failures(console).report(e);
        } finally {
            console.out().flush();
            console.err().flush();
        }
    }

    /// Makes the parser of the command line.
    static CommandLine commandLine(Console console) {
        AshlarCommand command = new AshlarCommand(console);
        CommandLine commandLine = new CommandLine(command);
        for (Object subcommand : Subcommands.all()) {
            commandLine.addSubcommand(subcommand);
        }
        Failures failures = new Failures(console);
        return commandLine
                .setOut(new PrintWriter(console.out(), true))
                .setErr(new PrintWriter(console.err(), true))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOverwrittenOptionsAllowed(false)
                .setExecutionStrategy(command::execute)
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }

    private int execute(ParseResult parsed) {
        CommandLine last = parsed.asCommandLineList().getLast();
        if (last.getParent() != null) {
            boolean runs = last.getCommand() instanceof RunsGraphs;
            if (trace != null && !runs) {
                throw refused(last, "--trace", "runs no graph, expected run, generate or bench");
            }
            if (strict && !runs && !(last.getCommand() instanceof ExplainCommand)) {
                throw refused(last, "--strict", "chooses no kernel, expected run, generate, bench or explain");
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static ParameterException refused(CommandLine command, String option, String reason) {
        return new ParameterException(
                command, "option '%s': '%s' %s".formatted(option, command.getCommandName(), reason));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    /// Returns where to write.
    Console console() {
        return quiet ? console.withoutProgress() : console;
    }

    /// Writes a line that is worth knowing but no failure.
    void note(String message) {
        if (!quiet) {
            console.complain(message);
        }
    }

    boolean strict() {
        return strict;
    }

    Optional<Path> trace() {
        return Optional.ofNullable(trace);
    }
}
