// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.inference.CancellationToken;
import dev.ashlar.inference.Chat;
import dev.ashlar.inference.GenerateOptions;
import dev.ashlar.inference.Generation;
import dev.ashlar.inference.TokenListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;

/// A conversation: one question from the command line, or line by line until the input ends.
final class ChatLoop {
    private final Console console;
    private final Chat chat;
    private final GenerateOptions options;

    ChatLoop(Console console, Chat chat, GenerateOptions options, String system) {
        this.console = console;
        this.chat = chat;
        this.options = options;
        if (system != null) {
            chat.system(system);
        }
    }

    /// Answers the prompt, or everything that the user types.
    ///
    /// @param answered takes each answer when it is complete
    void run(PromptOptions prompt, Consumer<Generation> answered) throws IOException {
        TokenListener streamed = new GenerateCommand.Streamed(console);
        if (prompt.isGiven()) {
            answered.accept(chat.say(prompt.text(), options, streamed));
        } else if (console.terminal()
                && System.console() != null
                && System.console().isTerminal()) {
            talk(streamed, answered);
        } else {
            for (String line : (Iterable<String>) lines()::iterator) {
                answered.accept(chat.say(line, options, streamed));
            }
        }
    }

    private static Stream<String> lines() {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines()
                .filter(line -> !line.isBlank());
    }

    /// With line editing and history; an interrupt stops the answer, and at the prompt the conversation.
    private void talk(TokenListener streamed, Consumer<Generation> answered) throws IOException {
        try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
            LineReader reader = LineReaderBuilder.builder().terminal(terminal).build();
            while (true) {
                String line = reader.readLine("> ");
                if (line.isBlank()) {
                    continue;
                }
                CancellationToken cancellation = new CancellationToken();
                Terminal.SignalHandler before = terminal.handle(Signal.INT, signal -> cancellation.cancel());
                try {
                    answered.accept(chat.say(line, options.withCancellation(cancellation), streamed));
                } finally {
                    terminal.handle(Signal.INT, before);
                }
            }
        } catch (EndOfFileException | UserInterruptException e) {
            console.println("");
        }
    }
}
