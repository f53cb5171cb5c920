// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/// Finds the reference data beside the repository; tests that need it are skipped without it, except in CI.
public final class Shared {
    private Shared() {}

    /// Returns a file or folder of the reference data, or aborts the test.
    public static Path path(String name) {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path found = dir.resolve("shared").resolve(name);
            if (Files.exists(found)) {
                return found;
            }
        }
        String message = "reference data 'shared/%s' not found above the working directory".formatted(name);
        if ("true".equals(System.getenv("CI"))) {
            throw new AssertionError(message);
        }
        Assumptions.abort(message);
        throw new AssertionError("unreachable");
    }

    /// Returns the files of a folder of the reference data whose name ends so, sorted.
    public static List<Path> files(String folder, String suffix) {
        try (var files = Files.list(path(folder))) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the text of a file.
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns an integer field of a flat JSON object.
    public static int number(String json, String key) {
        return Integer.parseInt(find(json, key, "(-?\\d+)"));
    }

    /// Returns a string field of a flat JSON object.
    public static String string(String json, String key) {
        return find(json, key, "\"([^\"]*)\"");
    }

    /// Returns a base64 field of a flat JSON object.
    public static byte[] bytes(String json, String key) {
        return Base64.getDecoder().decode(string(json, key));
    }

    /// Returns a field that holds little-endian f32 values in base64.
    public static float[] floats(String json, String key) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes(json, key)).order(ByteOrder.LITTLE_ENDIAN);
        float[] values = new float[buffer.remaining() / Float.BYTES];
        buffer.asFloatBuffer().get(values);
        return values;
    }

    private static String find(String json, String key, String value) {
        Matcher matcher = Pattern.compile("\"" + key + "\":\\s*" + value).matcher(json);
        if (!matcher.find()) {
            throw new AssertionError("no field '%s'".formatted(key));
        }
        return matcher.group(1);
    }
}
