// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.graph.syntax.ScriptException;
import dev.ashlar.inference.ModelException;
import dev.ashlar.runtime.gguf.GgufException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.graalvm.polyglot.PolyglotException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Turns what went wrong into one message and an exit code.
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Console console;

    Failures(Console console) {
        this.console = console;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        console.complain("%s; see '%s --help'"
                .formatted(lowerFirst(firstLine(e.getMessage()).replaceFirst("^Error: ", "")), command));
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine commandLine, ParseResult parsed) {
        return report(e);
    }

    /// Reports a failure that is no mistake in the command line.
    int report(Throwable e) {
        console.out().flush();
        if (Boolean.getBoolean("ashlar.debug")) {
            e.printStackTrace(console.err());
        }
        console.complain(describe(e));
        return ExitCode.SOFTWARE;
    }

    private static String describe(Throwable e) {
        return switch (e) {
            case UserException known -> known.getMessage();
            case GgufException gguf -> gguf.getMessage();
            case ModelException model -> model.getMessage();
            case ScriptException script -> script.getMessage();
            case PolyglotException guest
            when guest.isGuestException() && !guest.isInternalError() -> guest.getMessage();
            case FileSystemException file -> describe(file);
            case FileNotFoundException file -> file.getMessage();
            case IOException io -> "cannot read or write: " + io.getMessage();
            case OutOfMemoryError memory -> "out of memory: " + memory.getMessage();
            default -> "internal error, please report it: " + e + "; ASHLAR_DEBUG=1 shows where";
        };
    }

    private static String describe(FileSystemException e) {
        String reason = switch (e) {
            case NoSuchFileException missing -> "no such file";
            case AccessDeniedException denied -> "permission denied";
            default -> e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
        };
        return "%s: %s".formatted(e.getFile(), reason.toLowerCase(Locale.ROOT));
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("wrong usage");
    }

    private static String lowerFirst(String message) {
        return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }
}
