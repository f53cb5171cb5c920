// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Set;

/// Turns text into token ids and back. Immutable, used by any number of threads.
///
/// ```java
/// int[] ids = tokenizer.encode("Once upon a time", EncodeOption.ADD_SPECIAL);
/// String text = tokenizer.decode(ids);
/// ```
public final class Tokenizer {
    private static final byte[] NOTHING = {};
    private static final byte[] REPLACEMENT = "\uFFFD".getBytes(UTF_8);

    private final Vocabulary vocabulary;
    private final SpecialTokens special;
    private final TokenModel model;
    private final SpecialSplitter splitter;

    Tokenizer(Vocabulary vocabulary, SpecialTokens special, TokenModel model) {
        this.vocabulary = vocabulary;
        this.special = special;
        this.model = model;
        this.splitter = new SpecialSplitter(vocabulary);
    }

    /// Returns the tokens.
    ///
    /// @return the vocabulary
    public Vocabulary vocabulary() {
        return vocabulary;
    }

    /// Returns the tokens with a part to play.
    ///
    /// @return the special tokens
    public SpecialTokens special() {
        return special;
    }

    /// Encodes a text.
    ///
    /// @param text any text; a lone surrogate counts as `?`
    /// @param options without any, special tokens are neither added nor recognised
    /// @return token ids
    /// @throws TokenizerException when the vocabulary cannot spell the text and has no unknown token
    public int[] encode(String text, EncodeOption... options) {
        Set<EncodeOption> chosen = Set.of(options);
        TextSegment.Kind kind =
                chosen.contains(EncodeOption.PARSE_SPECIAL) ? TextSegment.Kind.MARKUP : TextSegment.Kind.CONTENT;
        return encode(List.of(new TextSegment(text, kind)), options);
    }

    /// Encodes a text that was put together from markup and content, as one text.
    ///
    /// @param segments the parts; each says whether special tokens are recognised in it
    /// @param options only [EncodeOption#ADD_SPECIAL] matters
    /// @return token ids
    /// @throws TokenizerException when the vocabulary cannot spell the text and has no unknown token
    public int[] encode(List<TextSegment> segments, EncodeOption... options) {
        boolean adds = Set.of(options).contains(EncodeOption.ADD_SPECIAL);
        TokenBuffer tokens = new TokenBuffer();
        if (adds) {
            tokens.addAll(special.front());
        }
        TokenModel.Position position = TokenModel.Position.FIRST_OR_AFTER_SPECIAL;
        for (SpecialSplitter.Part part : splitter.split(segments)) {
            switch (part) {
                case SpecialSplitter.Part.Token token -> {
                    tokens.add(token.id());
                    position = TokenModel.Position.FIRST_OR_AFTER_SPECIAL;
                }
                case SpecialSplitter.Part.Raw raw -> {
                    model.encode(raw.text(), position, tokens);
                    position = TokenModel.Position.AFTER_TEXT;
                }
            }
        }
        if (adds) {
            tokens.addAll(special.back());
        }
        return tokens.toArray();
    }

    /// Decodes a whole text; the space that encoding puts before a text is dropped again.
    ///
    /// @param tokens token ids; control tokens give no text, the unknown token gives U+FFFD
    /// @return the text
    /// @throws TokenizerException for an id outside of the vocabulary
    public String decode(int... tokens) {
        Detokenizer detokenizer = detokenizer();
        StringBuilder text = new StringBuilder();
        for (int token : tokens) {
            text.append(detokenizer.append(token));
        }
        text.append(detokenizer.finish());
        boolean drops = model.firstSpace() == TokenModel.FirstSpace.DROPPED && !text.isEmpty() && text.charAt(0) == ' ';
        return drops ? text.substring(1) : text.toString();
    }

    /// Starts decoding token by token, for text that continues another: the first space is kept.
    ///
    /// @return a new detokenizer
    public Detokenizer detokenizer() {
        return new Detokenizer(this);
    }

    /// Says whether generation ends at a token.
    ///
    /// @param token a token id
    /// @return true for the end of a text or of a turn
    public boolean isEndOfText(int token) {
        return special.endOfText().contains(token);
    }

    /// Returns what a token stands for.
    ///
    /// @param token a token id
    /// @return UTF-8, perhaps a part of a character; nothing for a control token
    /// @throws TokenizerException for an id outside of the vocabulary
    public byte[] bytes(int token) {
        return switch (vocabulary.type(token)) {
            case CONTROL, UNUSED -> NOTHING.clone();
            case UNKNOWN -> REPLACEMENT.clone();
            case USER_DEFINED -> vocabulary.text(token).getBytes(UTF_8);
            case NORMAL, BYTE -> model.bytes(token);
        };
    }
}
