// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.inference.chat.ChatTemplate;
import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.GgufWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFileTest {
    @TempDir
    private Path folder;

    private Path file(String architecture) {
        Path path = folder.resolve("model.gguf");
        new GgufWriter(path)
                .putString("general.architecture", architecture)
                .putUint32(architecture + ".context_length", 64)
                .write();
        return path;
    }

    private static String messageOf(Runnable action) {
        return assertThrows(ModelException.class, action::run).getMessage();
    }

    @Test
    void namesTheKnownArchitectures() {
        Path path = file("odd");
        String message = messageOf(() -> Model.load(path));
        assertTrue(message.contains("'odd', expected one of 'llama', 'qwen2'"), message);
    }

    @Test
    void everyKnownArchitectureHasAScript() {
        assertTrue(ModelScript.architectures().size() >= 2);
        for (String architecture : ModelScript.architectures()) {
            ModelScript script = ModelScript.forFile(file(architecture));
            assertTrue(script.text().contains("graph forward(tokens: i32[T], pos: i32[])"), script.name());
        }
    }

    @Test
    void saysThatThereIsNoTokenizerOnlyWhenTextIsWanted() {
        ModelFile file = ModelFile.read(file("llama"), Model.Options.DEFAULT);
        assertFalse(file.hasTokenizer());
        assertEquals("model.gguf: model has no tokenizer; pass token ids instead of text", messageOf(file::tokenizer));
        assertTrue(messageOf(file::chatTemplate).contains("no 'tokenizer.chat_template'"));
    }

    @Test
    void limitsTheContextToTheModels() {
        assertEquals(64, ModelFile.read(file("llama"), Model.Options.DEFAULT).context());
        assertEquals(
                8,
                ModelFile.read(file("llama"), Model.Options.DEFAULT.withContext(8))
                        .context());
        Path path = file("llama");
        String message = messageOf(() -> ModelFile.read(path, Model.Options.DEFAULT.withContext(65)));
        assertEquals("model.gguf: context is 65 tokens, expected at most 64, for which the model was made", message);
    }

    @Test
    void refusesWhatTheScriptsDoNotCompute() {
        Path path = folder.resolve("other.gguf");
        GgufWriter writer = new GgufWriter(path).putString("general.architecture", "llama");
        writer.putString("llama.rope.scaling.type", "yarn").write();
        assertEquals(
                "other.gguf: 'llama.rope.scaling.type' is 'yarn', expected 'none'; other scaling is not supported",
                messageOf(() -> Model.load(path)));
        writer.putString("llama.rope.scaling.type", "none")
                .putUint32("llama.expert_count", 8)
                .write();
        assertEquals(
                "other.gguf: 'llama.expert_count' is 8, expected 0; mixtures of experts are not supported",
                messageOf(() -> Model.load(path)));
    }

    @Test
    void refusesAbsurdOptionsAllAtOnce() {
        IllegalArgumentException thrown = assertThrows(
                IllegalArgumentException.class,
                () -> new Model.Options(
                        -1, Model.Options.DEFAULT.numerics(), KvFormat.F16, OptionalInt.of(0), Map.of()));
        assertEquals(
                "threads is '-1', expected 0 (one for each core) to 1024; context is '0', expected 1 token or more",
                thrown.getMessage());
        assertThrows(IllegalArgumentException.class, () -> GenerateOptions.DEFAULT.withMaxTokens(0));
    }

    @Test
    void refusesAFileThatIsNotThere() {
        Path path = folder.resolve("absent.gguf");
        assertThrows(GgufException.class, () -> Model.load(path));
    }

    @Test
    void findsTheEmbeddedModel() {
        try (EmbeddedModel embedded = EmbeddedModel.open()) {
            ModelFile file = ModelFile.read(embedded.file(), Model.Options.DEFAULT);
            assertEquals(ChatTemplate.ROLE_LINES, file.chatTemplate());
            assertEquals(512, file.context());
            assertEquals(2048, file.tokenizer().vocabulary().size());
        }
    }
}
