// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ashlar.inference.Shared;
import dev.ashlar.runtime.gguf.GgufFile;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerConformanceTest {
    private static Tokenizer tokenizer(JsonNode golden) {
        String file = "goldens/tokenizers/" + golden.get("vocab_file").asText();
        try (GgufFile gguf = GgufFile.open(Shared.file(file))) {
            return TokenizerReader.read(gguf.metadata()).orElseThrow();
        }
    }

    private static int[] ids(JsonNode list) {
        return IntStream.range(0, list.size()).map(i -> list.get(i).asInt()).toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpt-2",
                "llama-spm",
                "llama-bpe",
                "qwen2",
                "phi-3",
                "stories260K",
                "tinystories-656k",
                "toy-llama"
            })
    void givesTheIdsOfLlamaCpp(String name) {
        JsonNode golden = Shared.json("goldens/tokenizers/" + name + ".json");
        Tokenizer tokenizer = tokenizer(golden);
        assertTrue(golden.get("cases").size() > 40);
        for (JsonNode one : golden.get("cases")) {
            String text = one.get("text").asText();
            assertArrayEquals(ids(one.get("ids")), tokenizer.encode(text), text);
            JsonNode withSpecial = one.has("ids_add_special") ? one.get("ids_add_special") : one.get("ids");
            assertArrayEquals(ids(withSpecial), tokenizer.encode(text, EncodeOption.ADD_SPECIAL), text);
        }
        for (JsonNode one : golden.get("special_cases")) {
            Set<EncodeOption> options = EnumSet.noneOf(EncodeOption.class);
            if (one.get("add_special").asBoolean()) {
                options.add(EncodeOption.ADD_SPECIAL);
            }
            if (one.get("parse_special").asBoolean()) {
                options.add(EncodeOption.PARSE_SPECIAL);
            }
            String text = one.get("text").asText();
            int[] found = tokenizer.encode(text, options.toArray(EncodeOption[]::new));
            assertArrayEquals(ids(one.get("ids")), found, text + options);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-2", "llama-spm", "llama-bpe", "qwen2", "phi-3", "stories260K", "toy-llama"})
    void decodesWhatItEncodes(String name) {
        JsonNode golden = Shared.json("goldens/tokenizers/" + name + ".json");
        Tokenizer tokenizer = tokenizer(golden);
        boolean marksSpaces = golden.get("tokenizer_model").asText().equals("llama");
        for (JsonNode one : golden.get("cases")) {
            String text = one.get("text").asText();
            String expected = marksSpaces ? text.replace('\u2581', ' ') : text;
            int[] ids = tokenizer.encode(text);
            assertEquals(expected, tokenizer.decode(ids));
            assertEquals(marksSpaces && !text.isEmpty() ? " " + expected : expected, streamed(tokenizer, ids));
        }
    }

    private static String streamed(Tokenizer tokenizer, int[] ids) {
        StringBuilder text = new StringBuilder();
        Detokenizer detokenizer = tokenizer.detokenizer();
        for (int id : ids) {
            String piece = detokenizer.append(id);
            assertFalse(piece.contains("\uFFFD"), piece);
            text.append(piece);
        }
        return text.append(detokenizer.finish()).toString();
    }

    @Test
    void givesTheUnknownTokenForWhatItCannotSpell() {
        JsonNode golden = Shared.json("goldens/tokenizers/tinystories-656k.json");
        Tokenizer tokenizer = tokenizer(golden);
        assertTrue(golden.get("llama_cpp_aborts_on").size() > 10);
        for (JsonNode text : golden.get("llama_cpp_aborts_on")) {
            int[] ids = tokenizer.encode(text.asText());
            int unknown = tokenizer.special().unknown().getAsInt();
            assertTrue(IntStream.of(ids).anyMatch(id -> id == unknown), text.asText());
            assertTrue(tokenizer.decode(ids).contains("\uFFFD"), text.asText());
        }
    }
}
