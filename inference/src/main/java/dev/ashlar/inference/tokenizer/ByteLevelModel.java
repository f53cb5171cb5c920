// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Byte-pair encoding over bytes with ranked merges, as GPT-2 does it: kind `gpt2`.
///
/// A text is cut into words by a [PreTokenizer]. Within a word the neighbours with the lowest rank merge first.
final class ByteLevelModel implements TokenModel {
    private final Vocabulary vocabulary;
    private final SpecialTokens special;
    private final PreTokenizer preTokenizer;
    private final ByteAlphabet alphabet = new ByteAlphabet();
    private final Map<String, Integer> ranks;

    /// @param merges `left right`, the first has rank 0
    ByteLevelModel(Vocabulary vocabulary, SpecialTokens special, PreTokenizer preTokenizer, List<String> merges) {
        this.vocabulary = vocabulary;
        this.special = special;
        this.preTokenizer = preTokenizer;
        this.ranks = HashMap.newHashMap(merges.size());
        for (int rank = 0; rank < merges.size(); rank++) {
            String merge = merges.get(rank);
            if (merge.indexOf(' ', 1) < 0) {
                throw new TokenizerException("'tokenizer.ggml.merges' has '%s' at %d, expected two pieces with a space"
                        .formatted(merge, rank));
            }
            ranks.putIfAbsent(merge, rank);
        }
    }

    @Override
    public FirstSpace firstSpace() {
        return FirstSpace.KEPT;
    }

    @Override
    public void encode(String text, Position position, TokenBuffer tokens) {
        preTokenizer.split(
                text,
                (start, end) ->
                        encodeWord(alphabet.spell(text.substring(start, end).getBytes(UTF_8)), tokens));
    }

    private void encodeWord(String word, TokenBuffer tokens) {
        if (preTokenizer.wholeWords() == PreTokenizer.WholeWords.LOOKED_UP) {
            int id = vocabulary.idOf(word);
            if (id >= 0) {
                tokens.add(id);
                return;
            }
        }
        SymbolChain chain = new SymbolChain(word.length());
        for (int at = 0; at < word.length(); at++) {
            chain.append(at, 1);
        }
        chain.merge((left, right) -> rank(word, chain.start(left), chain.start(right), chain.end(right)));
        for (int symbol = chain.first(); symbol >= 0; symbol = chain.next(symbol)) {
            appendSymbol(word.substring(chain.start(symbol), chain.end(symbol)), tokens);
        }
    }

    private int rank(String word, int start, int middle, int end) {
        if (end - start > vocabulary.longestText()) {
            return SymbolChain.Rule.NEVER;
        }
        String merge = word.substring(start, middle) + ' ' + word.substring(middle, end);
        return ranks.getOrDefault(merge, SymbolChain.Rule.NEVER);
    }

    private void appendSymbol(String symbol, TokenBuffer tokens) {
        int id = vocabulary.idOf(symbol);
        if (id >= 0) {
            tokens.add(id);
            return;
        }
        for (int at = 0; at < symbol.length(); at++) {
            int single = vocabulary.idOf(symbol.substring(at, at + 1));
            int value = alphabet.value(symbol.charAt(at));
            tokens.add(single >= 0 ? single : special.unknown().orElseThrow(() -> unspellable(value)));
        }
    }

    private static TokenizerException unspellable(int value) {
        return new TokenizerException(
                "byte 0x%02X is not in the vocabulary, which has no unknown token either".formatted(value));
    }

    @Override
    public byte[] bytes(int id) {
        String spelling = vocabulary.text(id);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(spelling.length());
        for (int at = 0; at < spelling.length(); at++) {
            int value = alphabet.value(spelling.charAt(at));
            if (value < 0) {
                return spelling.getBytes(UTF_8);
            }
            bytes.write(value);
        }
        return bytes.toByteArray();
    }
}
