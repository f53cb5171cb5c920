// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// Conformance data that lies beside the repository.
public final class Shared {
    private Shared() {}

    /// Returns the JSON files of a folder of goldens; aborts the test where there are none, but fails in CI.
    public static List<Path> goldens(String folder) {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path found = dir.resolve("shared/goldens").resolve(folder);
            if (Files.isDirectory(found)) {
                try (var files = Files.list(found)) {
                    return files.filter(file -> file.toString().endsWith(".json"))
                            .sorted()
                            .toList();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        if ("true".equals(System.getenv("CI"))) {
            return fail("no shared/goldens above " + Path.of("").toAbsolutePath());
        }
        return Assumptions.abort("no shared/goldens above " + Path.of("").toAbsolutePath());
    }

    public static JsonNode json(Path file) {
        try {
            return new ObjectMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] bytes(JsonNode node, String field) {
        return Base64.getDecoder().decode(node.get(field).asText());
    }

    public static double[] doubles(JsonNode node, String field) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes(node, field)).order(ByteOrder.LITTLE_ENDIAN);
        double[] values = new double[buffer.remaining() / 8];
        buffer.asDoubleBuffer().get(values);
        return values;
    }

    public static int[] ints(JsonNode node, String field) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes(node, field)).order(ByteOrder.LITTLE_ENDIAN);
        int[] values = new int[buffer.remaining() / 4];
        buffer.asIntBuffer().get(values);
        return values;
    }
}
