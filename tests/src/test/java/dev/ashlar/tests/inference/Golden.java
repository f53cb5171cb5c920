// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.inference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/// What llama.cpp makes of a prompt.
///
/// @param modelFile relative to the shared folder
/// @param prompt the text
/// @param promptTokens its ids, with the beginning
/// @param tokens the greedy continuation
/// @param reference logits after the prompt, by a float64 reference; empty when not recorded
/// @param logits the same by llama.cpp; empty when not recorded
record Golden(
        String modelFile, String prompt, int[] promptTokens, List<Integer> tokens, float[] reference, float[] logits) {
    private static final String REFERENCE = "last_prompt_logits_float64_reference_f32_le_base64";
    private static final String LOGITS = "last_prompt_logits_f32_le_base64";

    /// Reads the cases of a file of `goldens/generate`.
    static List<Golden> ofShared(String name) {
        try (InputStream in = Files.newInputStream(Shared.file("goldens/generate/" + name + ".json"))) {
            JsonNode root = new ObjectMapper().readTree(in);
            List<Golden> cases = new ArrayList<>();
            for (JsonNode one : root.get("cases")) {
                cases.add(of(root.get("model_file").asText(), one));
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads what was recorded for the files of `models/tiny`.
    static List<Golden> ofTiny() {
        try (InputStream in = Golden.class.getResourceAsStream("tiny-greedy.json")) {
            List<Golden> cases = new ArrayList<>();
            for (JsonNode one : new ObjectMapper().readTree(in).get("cases")) {
                cases.add(of("models/tiny/" + one.get("file").asText(), one));
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Golden of(String modelFile, JsonNode one) {
        return new Golden(
                modelFile,
                one.get("prompt").asText(),
                ids(one.get("prompt_tokens")),
                IntStream.of(ids(one.get("greedy_tokens"))).boxed().toList(),
                floats(one, REFERENCE),
                floats(one, LOGITS));
    }

    private static int[] ids(JsonNode list) {
        return IntStream.range(0, list.size()).map(i -> list.get(i).asInt()).toArray();
    }

    private static float[] floats(JsonNode one, String key) {
        if (!one.has(key)) {
            return new float[0];
        }
        byte[] decoded = Base64.getDecoder().decode(one.get(key).asText());
        ByteBuffer bytes = ByteBuffer.wrap(decoded).order(ByteOrder.LITTLE_ENDIAN);
        float[] values = new float[bytes.remaining() / Float.BYTES];
        bytes.asFloatBuffer().get(values);
        return values;
    }

    /// Returns the largest difference of logits.
    static double distance(float[] expected, float[] found) {
        double largest = 0;
        for (int id = 0; id < expected.length; id++) {
            largest = Math.max(largest, Math.abs((double) found[id] - expected[id]));
        }
        return largest;
    }

    /// Returns the prompt with the first tokens of the continuation.
    int[] prefix(int count) {
        return IntStream.concat(
                        IntStream.of(promptTokens), tokens.stream().limit(count).mapToInt(Integer::intValue))
                .toArray();
    }

    @Override
    public String toString() {
        return modelFile + ": " + prompt;
    }
}
