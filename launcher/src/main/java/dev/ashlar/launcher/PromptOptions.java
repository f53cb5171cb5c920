// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Where the prompt comes from: one of three.
final class PromptOptions {
    @ArgGroup
    private Choice choice;

    private static final class Choice {
        @Option(names = "--prompt", paramLabel = "TEXT", description = "The text to go on with.")
        private String prompt;

        @Option(
                names = "--prompt-file",
                paramLabel = "FILE",
                description = "A file with the text; - is standard input.")
        private Path file;

        @Option(
                names = "--prompt-tokens",
                paramLabel = "ID",
                split = ",",
                description = "Token ids, separated by commas; nothing is added to them.")
        private int[] tokens;
    }

    boolean isGiven() {
        return choice != null;
    }

    /// Returns the token ids, if the prompt is given so.
    Optional<int[]> tokens() {
        return choice == null ? Optional.empty() : Optional.ofNullable(choice.tokens);
    }

    /// Returns the text of a prompt that is no token ids.
    String text() throws IOException {
        if (choice.prompt != null) {
            return choice.prompt;
        }
        if (choice.file.toString().equals("-")) {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        }
        try {
            return Files.readString(choice.file);
        } catch (CharacterCodingException e) {
            throw new UserException("%s: no UTF-8 text".formatted(choice.file), e);
        }
    }
}
