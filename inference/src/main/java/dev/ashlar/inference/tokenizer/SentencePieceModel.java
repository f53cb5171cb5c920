// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Byte-pair encoding over characters with scores, as SentencePiece does it: kind `llama`.
///
/// Of all neighbours whose joint text is a token, those with the highest score merge first. A character
/// that is no token becomes its UTF-8 bytes (`<0x0A>`), or the unknown token when the vocabulary has no bytes.
final class SentencePieceModel implements TokenModel {
    private static final char SPACE_MARK = '\u2581';

    private final Vocabulary vocabulary;
    private final SpecialTokens special;
    private final FirstSpace firstSpace;
    private final int[] byteTokens = new int[256];

    /// @param firstSpace DROPPED when the vocabulary puts a space before a text (`add_space_prefix`)
    SentencePieceModel(Vocabulary vocabulary, SpecialTokens special, FirstSpace firstSpace) {
        this.vocabulary = vocabulary;
        this.special = special;
        this.firstSpace = firstSpace;
        for (int value = 0; value < byteTokens.length; value++) {
            byteTokens[value] = vocabulary.idOf("<0x%02X>".formatted(value));
        }
    }

    @Override
    public FirstSpace firstSpace() {
        return firstSpace;
    }

    @Override
    public void encode(String text, Position position, TokenBuffer tokens) {
        boolean prefix = firstSpace == FirstSpace.DROPPED && position == Position.FIRST_OR_AFTER_SPECIAL;
        String marked = (prefix ? " " + text : text).replace(' ', SPACE_MARK);
        SymbolChain chain = new SymbolChain(marked.length());
        for (int at = 0; at < marked.length(); ) {
            int length = Character.charCount(marked.codePointAt(at));
            chain.append(at, length);
            at += length;
        }
        chain.merge((left, right) -> priority(marked, chain.start(left), chain.end(right)));
        for (int symbol = chain.first(); symbol >= 0; symbol = chain.next(symbol)) {
            appendSymbol(marked.substring(chain.start(symbol), chain.end(symbol)), tokens);
        }
    }

    private int priority(String text, int start, int end) {
        if (end - start > vocabulary.longestText()) {
            return SymbolChain.Rule.NEVER;
        }
        int id = vocabulary.idOf(text.substring(start, end));
        if (id < 0) {
            return SymbolChain.Rule.NEVER;
        }
        // The bits of a float, made to sort as an int; turned, because the highest score is first.
        int bits = Float.floatToIntBits(vocabulary.score(id) + 0f);
        return ~(bits ^ (bits >> 31 & Integer.MAX_VALUE));
    }

    private void appendSymbol(String symbol, TokenBuffer tokens) {
        int id = vocabulary.idOf(symbol);
        if (id >= 0) {
            tokens.add(id);
            return;
        }
        byte[] bytes = symbol.getBytes(UTF_8);
        for (byte value : bytes) {
            if (byteTokens[value & 0xff] < 0) {
                tokens.add(special.unknown().orElseThrow(() -> unspellable(symbol)));
                return;
            }
        }
        for (byte value : bytes) {
            tokens.add(byteTokens[value & 0xff]);
        }
    }

    private static TokenizerException unspellable(String symbol) {
        return new TokenizerException(
                "character '%s' (U+%04X) is not in the vocabulary, which has neither byte tokens nor an unknown token"
                        .formatted(symbol, symbol.codePointAt(0)));
    }

    @Override
    public byte[] bytes(int id) {
        String spelling = vocabulary.text(id);
        if (vocabulary.type(id) == TokenType.BYTE) {
            return new byte[] {byteOf(spelling)};
        }
        return spelling.replace(SPACE_MARK, ' ').getBytes(UTF_8);
    }

    private static byte byteOf(String spelling) {
        if (!spelling.matches("<0x[0-9A-Fa-f]{2}>")) {
            throw new TokenizerException("byte token is spelled '%s', expected such as '<0x0A>'".formatted(spelling));
        }
        return (byte) Integer.parseInt(spelling, 3, 5, 16);
    }
}
