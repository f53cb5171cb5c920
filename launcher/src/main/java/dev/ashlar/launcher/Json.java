// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/// JSON as the commands print it: one line.
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    /// Writes maps, lists, arrays, numbers, texts and truth values.
    static String line(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Reads maps, lists, numbers, texts and truth values.
    ///
    /// @param origin names the text in an error
    static Object parse(String origin, String text) {
        try {
            return MAPPER.readValue(text, Object.class);
        } catch (JsonProcessingException e) {
            throw new UserException("%s: no JSON: %s".formatted(origin, e.getOriginalMessage()), e);
        }
    }
}
