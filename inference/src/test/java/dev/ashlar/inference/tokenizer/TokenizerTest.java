// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenizerTest {
    private static final int BEGINNING = 1;
    private static final int END = 2;
    private static final int MARK = 3;

    /// Ids: unknown 0, `<s>` 1, `</s>` 2, `@@` 3 (user defined), bytes from 4, then pieces.
    private static Tokenizer sentencePiece(List<String> pieces, boolean bytes, OptionalInt unknown) {
        List<String> texts = new ArrayList<>(List.of("<unk>", "<s>", "</s>", "@@"));
        List<TokenType> types = new ArrayList<>(
                List.of(TokenType.UNKNOWN, TokenType.CONTROL, TokenType.CONTROL, TokenType.USER_DEFINED));
        for (int value = 0; bytes && value < 256; value++) {
            texts.add("<0x%02X>".formatted(value));
            types.add(TokenType.BYTE);
        }
        texts.addAll(pieces);
        pieces.forEach(piece -> types.add(TokenType.NORMAL));
        float[] scores = new float[texts.size()];
        for (int id = 0; id < scores.length; id++) {
            scores[id] = -id;
        }
        SpecialTokens special = new SpecialTokens(
                OptionalInt.of(BEGINNING), OptionalInt.of(END), unknown, List.of(BEGINNING), List.of(), Set.of(END));
        Vocabulary vocabulary = new Vocabulary(texts, types, scores);
        return new Tokenizer(
                vocabulary, special, new SentencePieceModel(vocabulary, special, TokenModel.FirstSpace.DROPPED));
    }

    private static Tokenizer byteLevel(List<String> merges) {
        ByteAlphabet alphabet = new ByteAlphabet();
        List<String> texts = new ArrayList<>();
        IntStream.range(0, 256).forEach(value -> texts.add(String.valueOf(alphabet.letter((byte) value))));
        merges.forEach(merge -> texts.add(merge.replace(" ", "")));
        Vocabulary vocabulary = new Vocabulary(texts, List.of(), new float[0]);
        SpecialTokens none = new SpecialTokens(
                OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), List.of(), List.of(), Set.of());
        return new Tokenizer(vocabulary, none, new ByteLevelModel(vocabulary, none, PreTokenizer.GPT_2, merges));
    }

    private static int[] ids(Tokenizer tokenizer, String... texts) {
        return List.of(texts).stream()
                .mapToInt(text -> tokenizer.vocabulary().find(text).getAsInt())
                .toArray();
    }

    @Test
    void mergesTheHighestScoreFirst() {
        Tokenizer tokenizer = sentencePiece(List.of("bc", "ab", "a", "b", "c", "\u2581"), true, OptionalInt.of(0));
        assertArrayEquals(ids(tokenizer, "\u2581", "a", "bc"), tokenizer.encode("abc"));
    }

    @Test
    void spellsAnUnknownCharacterByItsBytes() {
        Tokenizer tokenizer = sentencePiece(List.of("\u2581"), true, OptionalInt.of(0));
        int[] ids = tokenizer.encode("é");
        assertArrayEquals(ids(tokenizer, "\u2581", "<0xC3>", "<0xA9>"), ids);
        assertEquals("é", tokenizer.decode(ids));
    }

    @Test
    void givesTheUnknownTokenWithoutBytesAndAnErrorWithoutBoth() {
        Tokenizer tokenizer = sentencePiece(List.of("\u2581"), false, OptionalInt.of(0));
        assertArrayEquals(new int[] {4, 0}, tokenizer.encode("é"));
        Tokenizer mute = sentencePiece(List.of("\u2581"), false, OptionalInt.empty());
        TokenizerException thrown = assertThrows(TokenizerException.class, () -> mute.encode("é"));
        assertTrue(thrown.getMessage().contains("'é' (U+00E9)"), thrown.getMessage());
    }

    @Test
    void recognisesControlTokensOnlyInMarkupButUserDefinedOnesEverywhere() {
        Tokenizer tokenizer = sentencePiece(List.of("\u2581"), true, OptionalInt.of(0));
        assertEquals(END, tokenizer.encode("</s>", EncodeOption.PARSE_SPECIAL)[0]);
        assertTrue(IntStream.of(tokenizer.encode("</s>")).noneMatch(id -> id == END));
        assertArrayEquals(new int[] {MARK}, tokenizer.encode("@@"));
        int[] ids = tokenizer.encode(
                List.of(TextSegment.markup("<s>"), TextSegment.content("</s>@@"), TextSegment.markup("</s>")));
        assertEquals(BEGINNING, ids[0]);
        assertEquals(END, ids[ids.length - 1]);
        assertEquals(1, IntStream.of(ids).filter(id -> id == END).count());
        assertEquals(1, IntStream.of(ids).filter(id -> id == MARK).count());
    }

    @Test
    void joinsSegmentsBeforeItMerges() {
        Tokenizer tokenizer = byteLevel(List.of("a b"));
        int[] ids = tokenizer.encode(List.of(TextSegment.markup("a"), TextSegment.content("b")));
        assertArrayEquals(ids(tokenizer, "ab"), ids);
    }

    @Test
    void mergesTheLowestRankFirst() {
        Tokenizer tokenizer = byteLevel(List.of("b c", "a b", "ab c"));
        assertArrayEquals(ids(tokenizer, "a", "bc"), tokenizer.encode("abc"));
    }

    @Test
    void encodesAMegabyteOfOneWord() {
        List<String> merges = List.of("a a", "aa aa", "aaaa aaaa");
        Tokenizer tokenizer = byteLevel(merges);
        assertEquals(1 << 17, tokenizer.encode("a".repeat(1 << 20)).length);
    }

    @Test
    void encodesAMegabyteOfCharacters() {
        Tokenizer tokenizer = sentencePiece(List.of("aa", "aaaa", "aaaaaaaa", "a", "\u2581"), true, OptionalInt.of(0));
        assertEquals(1 + (1 << 17), tokenizer.encode("a".repeat(1 << 20)).length);
    }

    @Test
    void decodesAnyBytesThatItEncoded() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Tokenizer tokenizer = byteLevel(List.of("a b", "Ġ a"));
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            for (int index = random.nextInt(20); index > 0; index--) {
                int point = random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10000, 0x1ffff);
                text.appendCodePoint(point);
            }
            assertEquals(text.toString(), tokenizer.decode(tokenizer.encode(text.toString())), "seed " + seed);
        }
    }

    @Test
    void holdsBackAnIncompleteCharacter() {
        Tokenizer tokenizer = byteLevel(List.of());
        Detokenizer detokenizer = tokenizer.detokenizer();
        int[] ids = tokenizer.encode("\uD83D\uDE80!");
        List<String> pieces = IntStream.of(ids).mapToObj(detokenizer::append).toList();
        assertEquals(List.of("", "", "", "\uD83D\uDE80", "!"), pieces);
        detokenizer.append(ids[0]);
        assertEquals("\uFFFD", detokenizer.finish());
        assertEquals("", detokenizer.finish());
    }

    @Test
    void replacesBytesThatAreNoText() {
        Tokenizer tokenizer = byteLevel(List.of());
        ByteAlphabet alphabet = new ByteAlphabet();
        int[] ids = ids(tokenizer, String.valueOf(alphabet.letter((byte) 0xff)), "a");
        assertEquals("\uFFFDa", tokenizer.decode(ids));
    }

    @Test
    void refusesAnIdOutsideOfTheVocabulary() {
        Tokenizer tokenizer = byteLevel(List.of());
        TokenizerException thrown = assertThrows(TokenizerException.class, () -> tokenizer.decode(256));
        assertEquals("token id 256 is outside of the vocabulary, expected 0 to 255", thrown.getMessage());
    }

    @Test
    void namesTheKnownPreTokenizers() {
        TokenizerException thrown = assertThrows(TokenizerException.class, () -> PreTokenizer.named("odd"));
        assertTrue(thrown.getMessage().contains("'odd', expected one of 'gpt-2', 'llama-bpe'"), thrown.getMessage());
    }
}
