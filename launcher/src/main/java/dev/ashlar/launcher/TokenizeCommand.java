// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.inference.EmbeddedModel;
import dev.ashlar.inference.tokenizer.EncodeOption;
import dev.ashlar.inference.tokenizer.Tokenizer;
import dev.ashlar.inference.tokenizer.TokenizerException;
import dev.ashlar.inference.tokenizer.TokenizerReader;
import dev.ashlar.runtime.gguf.GgufFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ashlar tokenize`: a text as token ids, and back.
@Command(
        name = "tokenize",
        description = "Show how a model's tokenizer cuts a text, or what token ids say.",
        footer = {
            "  ashlar tokenize \"Once upon a time\"",
            "  ashlar tokenize --model model.gguf --special \"<|user|> hello\" --json",
            "  ashlar tokenize --decode 1,403,407",
        })
final class TokenizeCommand implements Callable<Integer> {
    @ParentCommand
    private AshlarCommand parent;

    @Option(names = "--model", paramLabel = "FILE.gguf", description = "The model; the embedded one without this.")
    private Path model;

    @Option(names = "--add-special", description = "Add the beginning or end that the model wants.")
    private boolean addSpecial;

    @Option(names = "--special", description = "Take control tokens in the text for what they are.")
    private boolean special;

    @Option(names = "--json", description = "Print one line of JSON.")
    private boolean json;

    @Option(names = "--decode", description = "TEXT is token ids, separated by commas; print what they say.")
    private boolean decode;

    @Parameters(paramLabel = "TEXT", description = "The text.")
    private String text;

    @Override
    public Integer call() {
        Tokenizer tokenizer = tokenizer();
        int[] tokens = decode ? ids(tokenizer) : tokenizer.encode(text, options());
        parent.console().println(json ? json(tokenizer, tokens) : text(tokenizer, tokens));
        return 0;
    }

    private Tokenizer tokenizer() {
        if (model != null) {
            return tokenizer(model);
        }
        try (EmbeddedModel embedded = EmbeddedModel.open()) {
            return tokenizer(embedded.file());
        }
    }

    private static Tokenizer tokenizer(Path file) {
        try (GgufFile gguf = GgufFile.open(file)) {
            return TokenizerReader.read(gguf.metadata())
                    .orElseThrow(() -> new UserException("%s: model has no tokenizer".formatted(file)));
        } catch (TokenizerException e) {
            throw new UserException("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private EncodeOption[] options() {
        Set<EncodeOption> options = EnumSet.noneOf(EncodeOption.class);
        if (addSpecial) {
            options.add(EncodeOption.ADD_SPECIAL);
        }
        if (special) {
            options.add(EncodeOption.PARSE_SPECIAL);
        }
        return options.toArray(EncodeOption[]::new);
    }

    private int[] ids(Tokenizer tokenizer) {
        int size = tokenizer.vocabulary().size();
        return Arrays.stream(text.split(","))
                .mapToInt(id -> id(id.strip(), size))
                .toArray();
    }

    private static int id(String text, int size) {
        try {
            int id = Integer.parseInt(text);
            if (id >= 0 && id < size) {
                return id;
            }
        } catch (NumberFormatException e) {
            throw new UserException("token is '%s', expected a number from 0 to %d".formatted(text, size - 1), e);
        }
        throw new UserException("token is '%s', expected 0 to %d".formatted(text, size - 1));
    }

    private String text(Tokenizer tokenizer, int[] tokens) {
        if (decode) {
            return tokenizer.decode(tokens);
        }
        List<List<String>> rows = new ArrayList<>();
        for (int token : tokens) {
            rows.add(List.of(String.valueOf(token), Json.line(piece(tokenizer, token))));
        }
        return Plain.table(rows);
    }

    private static String piece(Tokenizer tokenizer, int token) {
        return new String(tokenizer.bytes(token), StandardCharsets.UTF_8);
    }

    private static String json(Tokenizer tokenizer, int[] tokens) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("tokens", tokens);
        result.put(
                "pieces",
                Arrays.stream(tokens).mapToObj(token -> piece(tokenizer, token)).toList());
        result.put("text", tokenizer.decode(tokens));
        return Json.line(result);
    }
}
