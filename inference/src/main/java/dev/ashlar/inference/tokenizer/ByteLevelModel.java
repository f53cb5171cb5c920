// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;

/// Byte-pair encoding over bytes with ranked merges, as GPT-2 does it: kind `gpt2`.
///
/// A text is cut into words by a [PreTokenizer]. Within a word the neighbours with the lowest rank merge first.
final class ByteLevelModel implements TokenModel {
    private final Vocabulary vocabulary;
    private final SpecialTokens special;
    private final PreTokenizer preTokenizer;
    private final ByteAlphabet alphabet = new ByteAlphabet();
    private final int[] byteTokens = new int[256];
    private final MergeTable merges;

    /// @param merges `left right`, the first has rank 0
    ByteLevelModel(Vocabulary vocabulary, SpecialTokens special, PreTokenizer preTokenizer, List<String> merges) {
        this.vocabulary = vocabulary;
        this.special = special;
        this.preTokenizer = preTokenizer;
        this.merges = new MergeTable(vocabulary, merges);
        for (int value = 0; value < byteTokens.length; value++) {
            byteTokens[value] = vocabulary.idOf(String.valueOf(alphabet.letter((byte) value)));
        }
    }

    @Override
    public FirstSpace firstSpace() {
        return FirstSpace.KEPT;
    }

    @Override
    public void encode(String text, Position position, TokenBuffer tokens) {
        preTokenizer.split(
                text, (start, end) -> encodeWord(text.substring(start, end).getBytes(UTF_8), tokens));
    }

    private void encodeWord(byte[] word, TokenBuffer tokens) {
        if (preTokenizer.wholeWords() == PreTokenizer.WholeWords.LOOKED_UP) {
            int id = vocabulary.idOf(alphabet.spell(word));
            if (id >= 0) {
                tokens.add(id);
                return;
            }
        }
        SymbolChain chain = new SymbolChain(word.length);
        int[] ids = new int[word.length];
        for (int at = 0; at < word.length; at++) {
            chain.append(at, 1);
            ids[at] = byteTokens[word[at] & 0xff];
        }
        if (word.length > 1) {
            chain.merge(new RankedMerges(merges, ids));
        }
        for (int symbol = chain.first(); symbol >= 0; symbol = chain.next(symbol)) {
            byte value = word[chain.start(symbol)];
            tokens.add(ids[symbol] >= 0 ? ids[symbol] : special.unknown().orElseThrow(() -> unspellable(value)));
        }
    }

    /// Keeps the token id of every symbol.
    private record RankedMerges(MergeTable table, int[] ids) implements SymbolChain.Rule {
        @Override
        public int priority(int left, int right) {
            return table.rank(ids[left], ids[right]);
        }

        @Override
        public void merged(int left, int right) {
            ids[left] = table.merged(ids[left], ids[right]);
        }
    }

    private static TokenizerException unspellable(byte value) {
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
