// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Cuts a text into words, over whose ends a byte-level vocabulary never merges: `tokenizer.ggml.pre`.
///
/// Adding one costs one row: its names in files, its pattern, and how it treats words and the beginning.
public enum PreTokenizer {
    /// Of GPT-2, and of the embedded model.
    GPT_2(
            List.of("gpt-2"),
            "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)",
            WholeWords.MERGED,
            Beginning.ON_DEMAND),
    /// Of Llama 3: digits in groups of three.
    LLAMA_BPE(
            List.of("llama-bpe", "llama3", "llama-v3"),
            Patterns.MODERN.formatted("{1,3}"),
            WholeWords.LOOKED_UP,
            Beginning.BY_DEFAULT),
    /// Of Qwen 2: single digits.
    QWEN2(List.of("qwen2"), Patterns.MODERN.formatted(""), WholeWords.MERGED, Beginning.ON_DEMAND);

    /// What happens to a word that is a token.
    enum WholeWords {
        MERGED,
        LOOKED_UP
    }

    /// Whether the token for the beginning is added when the file does not say so.
    enum Beginning {
        ON_DEMAND,
        BY_DEFAULT
    }

    private static final class Patterns {
        static final String MODERN = "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
                + "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}%s| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
                + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    }

    private final List<String> names;
    private final Pattern pattern;
    private final WholeWords wholeWords;
    private final Beginning beginning;

    PreTokenizer(List<String> names, String pattern, WholeWords wholeWords, Beginning beginning) {
        this.names = names;
        this.pattern = Pattern.compile(pattern, Pattern.UNICODE_CHARACTER_CLASS);
        this.wholeWords = wholeWords;
        this.beginning = beginning;
    }

    /// Finds a pre-tokenizer.
    ///
    /// @param name as in `tokenizer.ggml.pre`
    /// @return the pre-tokenizer
    /// @throws TokenizerException for an unknown name; the message lists the known ones
    public static PreTokenizer named(String name) {
        return Arrays.stream(values())
                .filter(pre -> pre.names.contains(name))
                .findFirst()
                .orElseThrow(() -> new TokenizerException(
                        "'tokenizer.ggml.pre' is '%s', expected one of %s; pass token ids instead of text"
                                .formatted(name, knownNames())));
    }

    private static String knownNames() {
        return Arrays.stream(values())
                .flatMap(pre -> pre.names.stream())
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(", "));
    }

    WholeWords wholeWords() {
        return wholeWords;
    }

    Beginning beginning() {
        return beginning;
    }

    /// Takes the words of a text.
    interface WordSink {
        /// @param start first character
        /// @param end behind the last character
        void word(int start, int end);
    }

    /// Hands out the words of a text, which follow each other without gaps.
    void split(String text, WordSink sink) {
        Matcher matcher = pattern.matcher(text);
        int done = 0;
        while (matcher.find()) {
            if (matcher.start() > done) {
                sink.word(done, matcher.start());
            }
            sink.word(matcher.start(), matcher.end());
            done = matcher.end();
        }
        if (done < text.length()) {
            sink.word(done, text.length());
        }
    }
}
