// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import dev.ashlar.runtime.gguf.GgufMetadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Makes a tokenizer of the metadata of a GGUF file.
public final class TokenizerReader {
    private static final String PREFIX = "tokenizer.ggml.";
    private static final List<String> END_KEYS = List.of("eos_token_id", "eot_token_id", "eom_token_id");
    private static final List<String> END_SPELLINGS =
            List.of("</s>", "<|endoftext|>", "<|end_of_text|>", "<|eot_id|>", "<|eom_id|>", "<|im_end|>", "<|end|>");

    private enum Kind {
        LLAMA,
        GPT2
    }

    private final GgufMetadata metadata;
    private final Vocabulary vocabulary;

    private TokenizerReader(GgufMetadata metadata) {
        this.metadata = metadata;
        List<String> texts = metadata.requireStrings(PREFIX + "tokens");
        if (texts.isEmpty()) {
            throw new TokenizerException("'%stokens' is empty, expected one text a token".formatted(PREFIX));
        }
        List<TokenType> types = Arrays.stream(
                        metadata.findInts(PREFIX + "token_type").orElse(new int[0]))
                .mapToObj(TokenType::ofNumber)
                .toList();
        float[] scores = metadata.findFloats(PREFIX + "scores").orElse(new float[0]);
        this.vocabulary = new Vocabulary(texts, types, scores);
    }

    /// Reads a tokenizer.
    ///
    /// @param metadata of an open GGUF file; not kept
    /// @return the tokenizer, or empty when the file has none
    /// @throws TokenizerException when the tokenizer is of an unknown kind, or its parts do not fit each other
    /// @throws dev.ashlar.runtime.gguf.GgufException when a value is missing or has the wrong type
    public static Optional<Tokenizer> read(GgufMetadata metadata) {
        Optional<String> kind = metadata.findString(PREFIX + "model");
        if (kind.isEmpty() || kind.get().equals("no_vocab") || kind.get().equals("none")) {
            return Optional.empty();
        }
        Kind known = kindOf(kind.get());
        TokenizerReader reader = new TokenizerReader(metadata);
        return Optional.of(
                switch (known) {
                    case LLAMA -> reader.sentencePiece();
                    case GPT2 -> reader.byteLevel();
                });
    }

    private static Kind kindOf(String name) {
        return switch (name) {
            case "llama" -> Kind.LLAMA;
            case "gpt2" -> Kind.GPT2;
            default ->
                throw new TokenizerException(
                        "'%smodel' is '%s', expected 'llama' or 'gpt2'; pass token ids instead of text"
                                .formatted(PREFIX, name));
        };
    }

    private Tokenizer sentencePiece() {
        SpecialTokens special = special(PreTokenizer.Beginning.BY_DEFAULT);
        boolean prefix = metadata.findBoolean(PREFIX + "add_space_prefix").orElse(true);
        TokenModel.FirstSpace firstSpace = prefix ? TokenModel.FirstSpace.DROPPED : TokenModel.FirstSpace.KEPT;
        return new Tokenizer(vocabulary, special, new SentencePieceModel(vocabulary, special, firstSpace));
    }

    private Tokenizer byteLevel() {
        PreTokenizer preTokenizer = PreTokenizer.named(metadata.requireString(PREFIX + "pre"));
        SpecialTokens special = special(preTokenizer.beginning());
        List<String> merges = metadata.requireStrings(PREFIX + "merges");
        return new Tokenizer(vocabulary, special, new ByteLevelModel(vocabulary, special, preTokenizer, merges));
    }

    private SpecialTokens special(PreTokenizer.Beginning beginningAdded) {
        OptionalInt beginning = token("bos_token_id");
        OptionalInt end = token("eos_token_id");
        boolean addsBeginning = metadata.findBoolean(PREFIX + "add_bos_token")
                .orElse(beginningAdded == PreTokenizer.Beginning.BY_DEFAULT);
        boolean addsEnd = metadata.findBoolean(PREFIX + "add_eos_token").orElse(false);
        return new SpecialTokens(
                beginning,
                end,
                token("unknown_token_id"),
                addsBeginning ? asList(beginning) : List.of(),
                addsEnd ? asList(end) : List.of(),
                endOfText());
    }

    private Set<Integer> endOfText() {
        Set<Integer> ids = new HashSet<>();
        END_KEYS.forEach(key -> token(key).ifPresent(ids::add));
        for (String spelling : END_SPELLINGS) {
            int id = vocabulary.idOf(spelling);
            if (id >= 0 && vocabulary.type(id) == TokenType.CONTROL) {
                ids.add(id);
            }
        }
        return ids;
    }

    /// A number of 32 one bits means none; another one outside of the vocabulary is an error.
    private OptionalInt token(String key) {
        long none = 0xffff_ffffL;
        Optional<Long> id = metadata.findLong(PREFIX + key).filter(value -> value != none && value != -1);
        if (id.isEmpty()) {
            return OptionalInt.empty();
        }
        if (id.get() < 0 || id.get() >= vocabulary.size()) {
            throw new TokenizerException(
                    "'%s%s' is %d, expected 0 to %d".formatted(PREFIX, key, id.get(), vocabulary.size() - 1));
        }
        return OptionalInt.of((int) (long) id.get());
    }

    private static List<Integer> asList(OptionalInt id) {
        List<Integer> list = new ArrayList<>();
        id.ifPresent(list::add);
        return list;
    }
}
