// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufWriter;
import dev.ashlar.runtime.gguf.NumberArray;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerReaderTest {
    @TempDir
    private Path folder;

    private GgufWriter writer() {
        return new GgufWriter(folder.resolve("model.gguf")).putString("general.architecture", "llama");
    }

    private Optional<Tokenizer> read(GgufWriter writer) {
        writer.write();
        try (GgufFile file = GgufFile.open(folder.resolve("model.gguf"))) {
            return TokenizerReader.read(file.metadata());
        }
    }

    private GgufWriter small() {
        return writer().putString("tokenizer.ggml.model", "llama")
                .putStrings("tokenizer.ggml.tokens", List.of("<unk>", "<s>", "</s>", "a", "\u2581"))
                .put("tokenizer.ggml.scores", NumberArray.ofFloats(0, 0, 0, -1, -2))
                .put("tokenizer.ggml.token_type", NumberArray.ofInts(2, 3, 3, 1, 1))
                .putUint32("tokenizer.ggml.bos_token_id", 1)
                .putUint32("tokenizer.ggml.eos_token_id", 2)
                .putUint32("tokenizer.ggml.padding_token_id", 0xffff_ffffL)
                .putUint32("tokenizer.ggml.unknown_token_id", 0);
    }

    private String messageOf(GgufWriter writer) {
        return assertThrows(TokenizerException.class, () -> read(writer)).getMessage();
    }

    @Test
    void readsNoneWhenThereIsNone() {
        assertTrue(read(writer()).isEmpty());
    }

    @Test
    void addsBeginningAndEndAsTheFileSays() {
        Tokenizer plain = read(small()).orElseThrow();
        assertArrayEquals(new int[] {1, 4, 3}, plain.encode("a", EncodeOption.ADD_SPECIAL));
        assertEquals(Set.of(2), plain.special().endOfText());
        assertTrue(plain.isEndOfText(2));
        assertFalse(plain.isEndOfText(1));
        Tokenizer other = read(small().putBoolean("tokenizer.ggml.add_bos_token", false)
                        .putBoolean("tokenizer.ggml.add_eos_token", true)
                        .putBoolean("tokenizer.ggml.add_space_prefix", false))
                .orElseThrow();
        assertArrayEquals(new int[] {3, 2}, other.encode("a", EncodeOption.ADD_SPECIAL));
        assertEquals(" a", other.decode(other.encode(" a")));
    }

    @Test
    void namesTheKnownKinds() {
        String message = messageOf(small().putString("tokenizer.ggml.model", "odd"));
        assertEquals(
                "'tokenizer.ggml.model' is 'odd', expected 'llama' or 'gpt2'; pass token ids instead of text", message);
    }

    @Test
    void refusesListsOfDifferentLengths() {
        String message = messageOf(small().put("tokenizer.ggml.scores", NumberArray.ofFloats(0, 0)));
        assertEquals(
                "'tokenizer.ggml.scores' has 2 values, expected 5, one for each of 'tokenizer.ggml.tokens'", message);
    }

    @Test
    void refusesTypesAndIdsOutsideOfTheirRange() {
        String type = messageOf(small().put("tokenizer.ggml.token_type", NumberArray.ofInts(2, 3, 3, 1, 9)));
        assertEquals("'tokenizer.ggml.token_type' has the value 9, expected 1 to 6", type);
        String id = messageOf(small().putUint32("tokenizer.ggml.eos_token_id", 5));
        assertEquals("'tokenizer.ggml.eos_token_id' is 5, expected 0 to 4", id);
    }

    @Test
    void refusesAMergeWithoutTwoPieces() {
        String message = messageOf(small().putString("tokenizer.ggml.model", "gpt2")
                .putString("tokenizer.ggml.pre", "gpt-2")
                .putStrings("tokenizer.ggml.merges", List.of("a b", "ab")));
        assertEquals("'tokenizer.ggml.merges' has 'ab' at 1, expected two pieces with a space", message);
    }

    @Test
    void refusesAMissingVocabulary() {
        GgufWriter writer = writer().putString("tokenizer.ggml.model", "llama");
        assertThrows(GgufException.class, () -> read(writer));
    }
}
