// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The graph script of a model architecture.
///
/// It has a graph `forward(tokens: i32[T], pos: i32[]) -> f32[vocab]` that appends tokens at a position and gives the
/// logits of the last one, and the options `kv` and `context`. To add an architecture, put its script beside the others
/// and its name into the list here.
///
/// @param name as in error messages: `llama.ashlar`
/// @param text the script
public record ModelScript(String name, String text) {
    private static final List<String> ARCHITECTURES = List.of("llama", "qwen2");

    /// Lists the known architectures.
    ///
    /// @return names as in `general.architecture`
    public static List<String> architectures() {
        return ARCHITECTURES;
    }

    /// Finds the script for a file.
    ///
    /// @param file a GGUF model
    /// @return the script of its architecture
    /// @throws ModelException when the architecture is unknown
    /// @throws dev.ashlar.runtime.gguf.GgufException when the file cannot be read
    public static ModelScript forFile(Path file) {
        try (GgufFile gguf = GgufFile.open(file)) {
            return forMetadata(file, gguf.metadata());
        }
    }

    static ModelScript forMetadata(Path file, GgufMetadata metadata) {
        String architecture = metadata.requireString("general.architecture");
        if (!ARCHITECTURES.contains(architecture)) {
            throw new ModelException(
                    "%s: 'general.architecture' is '%s', expected one of '%s'; other models need a script"
                            .formatted(file.getFileName(), architecture, String.join("', '", ARCHITECTURES)));
        }
        return read(architecture + ".ashlar");
    }

    private static ModelScript read(String name) {
        try (InputStream in = ModelScript.class.getResourceAsStream("models/" + name)) {
            if (in == null) {
                throw new IllegalStateException("resource 'models/%s' is missing".formatted(name));
            }
            return new ModelScript(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
