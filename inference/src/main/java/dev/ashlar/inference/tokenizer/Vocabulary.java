// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The tokens of a model: text, type and score by id. Immutable.
public final class Vocabulary {
    private final String[] texts;
    private final TokenType[] types;
    private final float[] scores;
    private final Map<String, Integer> ids;
    private final int longestText;

    /// Makes a vocabulary.
    ///
    /// @param texts the spelling of every token, as stored in the file
    /// @param types the type of every token; all are normal when empty
    /// @param scores the score of every token; all are 0 when empty
    /// @throws TokenizerException when the lengths differ
    public Vocabulary(List<String> texts, List<TokenType> types, float[] scores) {
        this.texts = texts.toArray(String[]::new);
        checkLength("tokenizer.ggml.token_type", types.size());
        checkLength("tokenizer.ggml.scores", scores.length);
        this.types = types.isEmpty() ? new TokenType[0] : types.toArray(TokenType[]::new);
        this.scores = scores.clone();
        this.ids = HashMap.newHashMap(this.texts.length);
        int longest = 0;
        for (int id = 0; id < this.texts.length; id++) {
            ids.put(this.texts[id], id);
            longest = Math.max(longest, this.texts[id].length());
        }
        this.longestText = longest;
    }

    private void checkLength(String key, int found) {
        if (found != 0 && found != texts.length) {
            throw new TokenizerException("'%s' has %d values, expected %d, one for each of 'tokenizer.ggml.tokens'"
                    .formatted(key, found, texts.length));
        }
    }

    /// Returns how many tokens there are.
    ///
    /// @return ids are less than this
    public int size() {
        return texts.length;
    }

    /// Returns the spelling of a token.
    ///
    /// @param id a token id
    /// @return as stored in the file: `▁the`, `Ġthe`, `<0x0A>`
    public String text(int id) {
        return texts[checkId(id)];
    }

    /// Returns the type of a token.
    ///
    /// @param id a token id
    /// @return its type
    public TokenType type(int id) {
        checkId(id);
        return types.length == 0 ? TokenType.NORMAL : types[id];
    }

    /// Returns the score of a token.
    ///
    /// @param id a token id
    /// @return the larger, the earlier the token is merged
    public float score(int id) {
        checkId(id);
        return scores.length == 0 ? 0f : scores[id];
    }

    /// Looks up a token by its spelling.
    ///
    /// @param text a spelling
    /// @return the id, the last one when a spelling occurs twice, or empty
    public OptionalInt find(String text) {
        int id = idOf(text);
        return id < 0 ? OptionalInt.empty() : OptionalInt.of(id);
    }

    int idOf(String text) {
        return ids.getOrDefault(text, -1);
    }

    int longestText() {
        return longestText;
    }

    private int checkId(int id) {
        if (id < 0 || id >= texts.length) {
            throw new TokenizerException(
                    "token id %d is outside of the vocabulary, expected 0 to %d".formatted(id, texts.length - 1));
        }
        return id;
    }
}
